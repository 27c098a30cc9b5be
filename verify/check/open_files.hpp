// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_OPEN_FILES_HPP
#define WEIR_VERIFY_CHECK_OPEN_FILES_HPP

#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace weir::verify::checked {

/// The program's open files. Each execution begins with those that there were before the check, and reads its standard input from the same place, if that is
/// a file: otherwise the next execution would have other descriptors, until there are no more, and an input that is at its end.
class open_files {
 public:
  void keep() {
    first_new_ = ::dup(2);
    if (first_new_ < 0) return;
    ::close(first_new_);
    for (int each = first_new_; each != first_new_ + furthest; ++each)
      if (::fcntl(each, F_GETFD) != -1) first_new_ = each + 1;
    struct stat input {};
    if (::fstat(0, &input) == 0 && S_ISREG(input.st_mode)) input_at_ = ::lseek(0, 0, SEEK_CUR);
  }
  /// Whether the file was open before the check, so that no execution can close it.
  [[nodiscard]] bool was_open(int descriptor) const { return descriptor >= 0 && descriptor < first_new_; }
  void restore() const {
    if (first_new_ >= 0) ::close_range(static_cast<unsigned>(first_new_), ~0U, 0);
    if (input_at_ < 0) return;
    ::__fpurge(stdin);
    std::clearerr(stdin);
    ::lseek(0, input_at_, SEEK_SET);
  }

 private:
  static constexpr int furthest = 64;  // of a file that was open before, behind a gap

  int first_new_ = -1;
  off_t input_at_ = -1;
};

}  // namespace weir::verify::checked

#endif
