// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_OPTION_VALUE_HPP
#define WEIR_VERIFY_SUPPORT_OPTION_VALUE_HPP

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

// What the command line and the environment say, as values; nothing where the text is anything else.

namespace weir::verify::checker {

/// The whole text as a number without sign from `least` to `most`.
inline std::optional<std::uint64_t> whole_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < least || n > most) return {};
  return n;
}

/// The whole text as seconds from 0 to `most`, such as 2.5.
inline std::optional<double> seconds(std::string_view text, double most) {
  double s = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), s, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size() || !(s >= 0 && s <= most)) return {};
  return s;
}

/// The names between the commas; none of them may be empty.
inline std::optional<std::vector<std::string>> names(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t comma = 0; comma != text.npos; text.remove_prefix(comma == text.npos ? text.size() : comma + 1)) {
    comma = text.find(',');
    if (comma == 0 || text.empty()) return {};
    all.emplace_back(text.substr(0, comma));
  }
  return all;
}

/// The decisions of one execution of a search, as describe() of bounded_search prints them: `0*12.1.0*3` is twelve times choice 0, choice 1,
/// three times choice 0. After the end of a path every decision is 0, so the empty text is a path too.
inline std::optional<std::vector<unsigned>> path_of(std::string_view text) {
  constexpr std::size_t longest = 1'000'000;
  constexpr std::uint64_t widest = 1'000'000;
  std::vector<unsigned> path;
  while (!text.empty()) {
    const std::size_t point = text.find('.');
    const std::string_view step = text.substr(0, point);
    const std::size_t star = step.find('*');
    const auto choice = whole_number(step.substr(0, star), 0, widest);
    const auto times = star == step.npos ? std::optional<std::uint64_t>(1) : whole_number(step.substr(star + 1), 1, longest);
    if (!choice || !times || path.size() + *times > longest || point + 1 == text.size()) return {};
    path.insert(path.end(), static_cast<std::size_t>(*times), static_cast<unsigned>(*choice));
    text.remove_prefix(point == text.npos ? text.size() : point + 1);
  }
  return path;
}

/// The same decisions as such a text.
inline std::string path_text(const std::vector<unsigned>& path) {
  std::string out;
  for (std::size_t i = 0, j = 0; i != path.size(); i = j) {
    while (j != path.size() && path[j] == path[i]) ++j;
    out += (i == 0 ? "" : ".") + std::to_string(path[i]) + (j - i == 1 ? "" : "*" + std::to_string(j - i));
  }
  return out;
}

/// The text as one word of a shell's command line.
inline std::string pasteable(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace weir::verify::checker

#endif
