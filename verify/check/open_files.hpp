// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_OPEN_FILES_HPP
#define WEIR_VERIFY_CHECK_OPEN_FILES_HPP

#include <dirent.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace weir::verify::checked {

/// The numbers that files of this directory have as names, in order.
inline std::vector<unsigned> numbers_in(const char* directory) {
  std::vector<unsigned> numbers;
  if (DIR* const all = ::opendir(directory)) {
    while (const dirent* const each = ::readdir(all))
      if (each->d_name[0] != '.') numbers.push_back(static_cast<unsigned>(std::atoi(each->d_name)));
    ::closedir(all);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// The program's open files. Each execution begins with those that there were before the check, and reads its standard input from the same place, if that is
/// a file: otherwise the next execution would have other descriptors, until there are no more, and an input that is at its end.
class open_files {
 public:
  void keep() {
    unsigned first = 0;
    for (const unsigned each : numbers_in("/proc/self/fd")) {
      if (::fcntl(static_cast<int>(each), F_GETFD) == -1) continue;  // the directory itself was open
      if (each != first) gaps_.push_back({first, each - 1});
      first = each + 1;
    }
    gaps_.push_back({first, ~0U});
    struct stat input {};
    if (::fstat(0, &input) == 0 && S_ISREG(input.st_mode)) input_at_ = ::lseek(0, 0, SEEK_CUR);
  }
  /// Whether the file was open before the check, so that no execution can close it.
  [[nodiscard]] bool was_open(int descriptor) const {
    const auto number = static_cast<unsigned>(descriptor);
    return descriptor >= 0 && std::none_of(gaps_.begin(), gaps_.end(), [=](const gap& g) { return g.first <= number && number <= g.last; });
  }
  void restore() const {
    for (const gap& each : gaps_) ::close_range(each.first, each.last, 0);
    if (input_at_ < 0) return;
    ::__fpurge(stdin);
    std::clearerr(stdin);
    ::lseek(0, input_at_, SEEK_SET);
  }

 private:
  struct gap {
    unsigned first;
    unsigned last;
  };
  std::vector<gap> gaps_;  ///< descriptors that were free
  off_t input_at_ = -1;
};

}  // namespace weir::verify::checked

#endif
