// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_PROCESS_STATE_HPP
#define WEIR_VERIFY_CHECK_PROCESS_STATE_HPP

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <clocale>
#include <cstring>
#include <string>
#include <vector>

namespace weir::verify::checked {

/// What the system and the C library keep for a process beside its variables and files: the environment, the working directory, the mask of new files, and
/// the locale. Each execution begins with what there was before the check. What it has not changed costs nothing.
class process_state {
 public:
  /// The environment gets an array of our own, which the C library does not free when it grows.
  void keep() {
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) environment_.push_back(*each);
    environment_.push_back(nullptr);
    array_ = environment_;
    environ = array_.data();
    char path[PATH_MAX];
    if (::getcwd(path, sizeof path) != nullptr) directory_ = path;
  }
  void restore() {
    environ = array_.data();
    std::copy(environment_.begin(), environment_.end(), array_.begin());
    if (moved_ && ::chdir(directory_.c_str()) != 0) moved_ = false;
    if (masked_) ::umask(mask_);
    if (!locale_.empty()) std::setlocale(LC_ALL, locale_.c_str());
    moved_ = masked_ = false;
    locale_.clear();
  }

  void directory_changes() { moved_ = true; }
  void mask_changes(mode_t before) {
    if (!masked_) mask_ = before;
    masked_ = true;
  }
  /// Before the locale changes.
  void locale_changes() {
    if (locale_.empty()) locale_ = std::setlocale(LC_ALL, nullptr);
  }

 private:
  std::vector<char*> environment_;  ///< as it was
  std::vector<char*> array_;  ///< which the program has
  std::string directory_;
  std::string locale_;  ///< the one before; empty: it was not changed
  mode_t mask_ = 0;
  bool moved_ = false;
  bool masked_ = false;
};

}  // namespace weir::verify::checked

#endif
