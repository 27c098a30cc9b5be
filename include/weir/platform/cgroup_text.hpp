// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CGROUP_TEXT_HPP
#define WEIR_PLATFORM_CGROUP_TEXT_HPP

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weir::platform {

/// What cpu_quota() returns where no quota limits the process.
inline constexpr unsigned no_quota = UINT_MAX;

/// Cuts `rest` at the first `separator`: returns what is before it and leaves what is behind it. Without a separator returns all and leaves nothing.
[[nodiscard]] inline std::string_view cut(std::string_view& rest, char separator) noexcept {
  const std::string_view first = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(rest.size(), first.size() + 1));
  return first;
}

/// Whether a list with commas, such as `rw,cpu,cpuacct`, has this word.
[[nodiscard]] inline bool lists(std::string_view list, std::string_view word) noexcept {
  while (!list.empty())
    if (cut(list, ',') == word) return true;
  return false;
}

/// `text` without the octal escapes of /proc: `\040` is a space.
[[nodiscard]] inline std::string unescaped(std::string_view text) {
  const auto octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string plain;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] == '\\' && n + 3 < text.size() && octal(text[n + 1]) && octal(text[n + 2]) && octal(text[n + 3])) {
      plain += static_cast<char>((text[n + 1] - '0') * 64 + (text[n + 2] - '0') * 8 + (text[n + 3] - '0'));
      n += 3;
    } else {
      plain += text[n];
    }
  }
  return plain;
}

/// The fields of a line of /proc/self/mountinfo that matter here, with their escapes.
struct mount_line {
  std::string_view root;  ///< the part of the file system that is mounted
  std::string_view point;  ///< where it is mounted
  std::string_view type;  ///< `cgroup` or `cgroup2`
  std::string_view options;  ///< those of the file system: for `cgroup` they name the controllers

  [[nodiscard]] static mount_line read(std::string_view line) noexcept {
    mount_line m;
    for (int skipped = 0; skipped != 3; ++skipped) static_cast<void>(cut(line, ' '));  // id, parent, device
    m.root = cut(line, ' ');
    m.point = cut(line, ' ');
    while (!line.empty() && cut(line, ' ') != "-") {  // options of the mount, and any number of optional fields
    }
    m.type = cut(line, ' ');
    static_cast<void>(cut(line, ' '));  // the source
    m.options = cut(line, ' ');
    return m;
  }
};

/// A path of the tree of cgroups as a process sees it: from the root of its cgroup namespace so many levels up, then down along `names`.
struct cgroup_path {
  std::size_t up;
  std::string names;  ///< each with a slash before it
  bool valid;  ///< false where the kernel writes no such path

  [[nodiscard]] static cgroup_path read(std::string_view text) {
    cgroup_path p{.up = 0, .names = {}, .valid = text.starts_with('/')};
    while (!text.empty()) {
      const std::string_view name = cut(text, '/');
      if (name.empty()) continue;
      if (name != "..") {
        p.names.append(1, '/').append(name);
      } else if (p.names.empty()) {
        ++p.up;
      } else {
        p.valid = false;
      }
    }
    return p;
  }

  /// The way down from the cgroup `root` to this one, empty where they are the same; nothing where `root` is not known to be this one or above it.
  /// A root above the namespace has this cgroup below it, but the names of the levels between are not to be seen: the way is empty, too.
  [[nodiscard]] std::optional<std::string> below(const cgroup_path& root) const {
    if (!valid || !root.valid) return std::nullopt;
    if (root.up > up) return root.names.empty() ? std::optional<std::string>("") : std::nullopt;
    if (root.up < up || !names.starts_with(root.names)) return std::nullopt;
    std::string rest = names.substr(root.names.size());
    if (!rest.empty() && rest.front() != '/') return std::nullopt;
    return rest;
  }
};

/// The number that `text` is, with or without the end of its line; 0 if it is something else, negative, or too large.
[[nodiscard]] inline long long positive_number(std::string_view text) noexcept {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const char* const end = text.data() + text.size();
  long long n = 0;  // stays so where the text begins with no number, or one that is too large
  return std::from_chars(text.data(), end, n).ptr == end ? std::max(n, 0LL) : 0;
}

/// How many processors `quota` microseconds in each `period` are, rounded up; no_quota where one of these texts is no positive number.
[[nodiscard]] inline unsigned processors_for(std::string_view quota, std::string_view period) noexcept {
  const long long each = positive_number(period);
  const long long most = positive_number(quota);
  if (each == 0 || most == 0) return no_quota;
  return static_cast<unsigned>(std::min<long long>(most / each + (most % each == 0 ? 0 : 1), no_quota));
}

}  // namespace weir::platform

#endif
