// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_HTTP_SERVER_DESCRIPTOR_HPP
#define DOCS_EXAMPLES_HTTP_SERVER_DESCRIPTOR_HPP

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace example {

/// A system call's result; throws what the system said if that is an error.
inline int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// A file descriptor that is closed when its owner goes.
class descriptor {
 public:
  explicit descriptor(int value) noexcept : value_(value) {}
  descriptor(descriptor&& other) noexcept : value_(other.release()) {}
  ~descriptor() {
    if (value_ >= 0) ::close(value_);
  }

  [[nodiscard]] int get() const noexcept { return value_; }
  /// The caller owns it from now on.
  int release() noexcept { return std::exchange(value_, -1); }

 private:
  int value_;
};

}  // namespace example

#endif
