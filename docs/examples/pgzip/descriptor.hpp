// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_DESCRIPTOR_HPP
#define PGZIP_DESCRIPTOR_HPP

#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace pgzip {

/// Throws what the system just reported, as "<what>: <the system's words>".
[[noreturn]] inline void throw_errno(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

/// A file descriptor that is closed when its owner goes.
class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int value) noexcept : value_(value) {}
  descriptor(descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~descriptor() {
    if (value_ >= 0) ::close(value_);
  }

  [[nodiscard]] int get() const noexcept { return value_; }
  /// Closes now and says whether the system agreed: the last moment at which some file systems report a full disk.
  [[nodiscard]] bool close() noexcept { return ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_ = -1;
};

}  // namespace pgzip

#endif
