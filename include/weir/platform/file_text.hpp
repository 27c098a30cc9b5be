// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FILE_TEXT_HPP
#define WEIR_PLATFORM_FILE_TEXT_HPP

#include <cstddef>
#include <string>

#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>
#endif

namespace weir::platform {

/// The content of a file in which Linux tells of the system; nothing if it cannot be read, and on other systems.
[[nodiscard, gnu::cold]] inline std::string file_text([[maybe_unused]] const std::string& name) {
  std::string all;
#if defined(__linux__)
  const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file == -1) return all;
  const struct closed_at_the_end {
    int descriptor;
    ~closed_at_the_end() { ::close(descriptor); }
  } guard{file};
  char part[4096];
  ::ssize_t n = 0;
  while ((n = ::read(file, part, sizeof part)) > 0) all.append(part, static_cast<std::size_t>(n));
#endif
  return all;
}

}  // namespace weir::platform

#endif
