// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CGROUP_TEXT_HPP
#define WEIR_PLATFORM_CGROUP_TEXT_HPP

#include <climits>
#include <cstddef>
#include <cstring>
#include <string>

namespace weir::platform {

/// What cpu_quota() returns where no quota limits the process.
inline constexpr unsigned no_quota = UINT_MAX;

// Every program with a pool compiles this header and cpu_quota.hpp, so they read texts in place, with calls of C: with std::string_view and
// std::optional they are a tenth of such a program's compile time and code.

/// Ends `rest` at the first `separator`: returns what is before it, and `rest` becomes what is behind it. Without a separator returns all and leaves
/// an empty text.
[[nodiscard]] inline char* cut(char*& rest, char separator) noexcept {
  char* const first = rest;
  char* const end = std::strchr(rest, separator);
  rest = end == nullptr ? rest + std::strlen(rest) : end + 1;
  if (end != nullptr) *end = '\0';
  return first;
}

/// Whether a list with commas, such as `rw,cpu,cpuacct`, has this word. Cuts the list.
[[nodiscard]] inline bool lists(char* list, const char* word) noexcept {
  while (*list != '\0')
    if (std::strcmp(cut(list, ','), word) == 0) return true;
  return false;
}

/// Replaces the octal escapes of /proc in `text`: `\040` is a space. Returns `text`.
inline char* unescape(char* text) noexcept {
  const auto octal = [](char c) { return c >= '0' && c <= '7'; };
  char* to = text;
  for (const char* from = text; *from != '\0'; ++to) {
    if (from[0] == '\\' && octal(from[1]) && octal(from[2]) && octal(from[3])) {
      *to = static_cast<char>((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
      from += 4;
    } else {
      *to = *from++;
    }
  }
  *to = '\0';
  return text;
}

/// The fields of a line of /proc/self/mountinfo that matter here, with their escapes. Cuts the line.
struct mount_line {
  explicit mount_line(char* line) noexcept {
    for (int skipped = 0; skipped != 3; ++skipped) static_cast<void>(cut(line, ' '));  // id, parent, device
    root = cut(line, ' ');
    point = cut(line, ' ');
    while (*line != '\0' && std::strcmp(cut(line, ' '), "-") != 0) {  // options of the mount, and any number of optional fields
    }
    type = cut(line, ' ');
    static_cast<void>(cut(line, ' '));  // the source
    options = cut(line, ' ');
  }

  char* root;  ///< the part of the file system that is mounted
  char* point;  ///< where it is mounted
  char* type;  ///< `cgroup` or `cgroup2`
  char* options;  ///< those of the file system: for `cgroup` they name the controllers
};

/// A path of the tree of cgroups as a process sees it: from the root of its cgroup namespace so many levels up, then down along `names`.
struct cgroup_path {
  /// Cuts `text`.
  explicit cgroup_path(char* text) : valid(*text == '/') {
    while (*text != '\0') {
      const char* const name = cut(text, '/');
      if (*name == '\0') continue;
      if (std::strcmp(name, "..") != 0) {
        names.append("/").append(name);
      } else if (names.empty()) {
        ++up;
      } else {
        valid = false;
      }
    }
  }

  /// The way down from the cgroup `root` to this one, "" where they are the same; null where `root` is not known to be this one or above it.
  /// A root above the namespace has this cgroup below it, but the names of the levels between are not to be seen: the way is "", too.
  [[nodiscard]] const char* below(const cgroup_path& root) const noexcept {
    if (!valid || !root.valid) return nullptr;
    if (root.up > up) return root.names.empty() ? "" : nullptr;
    if (root.up < up || std::strncmp(names.c_str(), root.names.c_str(), root.names.size()) != 0) return nullptr;
    const char* const rest = names.c_str() + root.names.size();
    return *rest == '\0' || *rest == '/' ? rest : nullptr;
  }

  std::size_t up = 0;
  std::string names;  ///< each with a slash before it
  bool valid;  ///< false where the kernel writes no such path
};

/// The number that `text` is, with or without the end of its line; 0 if it is something else, negative, or too large.
[[nodiscard]] inline long long positive_number(const char* text) noexcept {
  long long n = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    if (n > (LLONG_MAX - 9) / 10) return 0;
    n = n * 10 + (*text - '0');
  }
  if (*text == '\n') ++text;
  return *text == '\0' ? n : 0;
}

/// How many processors `quota` microseconds in each `period` are, rounded up; no_quota where one of these texts is no positive number.
[[nodiscard]] inline unsigned processors_for(const char* quota, const char* period) noexcept {
  const long long each = positive_number(period);
  const long long most = positive_number(quota);
  if (each == 0 || most == 0) return no_quota;
  const long long processors = most / each + (most % each == 0 ? 0 : 1);
  return processors < no_quota ? static_cast<unsigned>(processors) : no_quota;
}

}  // namespace weir::platform

#endif
