// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POLICIES_OBSERVER_JSON_HPP
#define TESTS_POLICIES_OBSERVER_JSON_HPP

#include <cctype>
#include <string_view>

namespace weir::tests {

/// Is this text one JSON value and nothing else? Knows what RFC 8259 says, except that it takes any \u and any UTF-8.
class json_check {
 public:
  static bool valid(std::string_view text) {
    json_check c(text);
    const bool good = c.value();
    c.space();
    return good && c.rest_.empty();
  }

 private:
  explicit json_check(std::string_view text) : rest_(text) {}

  void space() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_.front()) != std::string_view::npos) rest_.remove_prefix(1);
  }
  bool skip(std::string_view what) {
    space();
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  bool value() {
    if (skip("{")) return list("}", [this] { return string() && skip(":") && value(); });
    if (skip("[")) return list("]", [this] { return value(); });
    return string() || number() || skip("true") || skip("false") || skip("null");
  }
  template <class Each>
  bool list(std::string_view end, Each each) {
    if (skip(end)) return true;
    do {
      if (!each()) return false;
    } while (skip(","));
    return skip(end);
  }
  bool string() {
    if (!skip("\"")) return false;
    while (!rest_.empty() && rest_.front() != '"') {
      if (static_cast<unsigned char>(rest_.front()) < 0x20) return false;
      rest_.remove_prefix(rest_.front() == '\\' && rest_.size() > 1 ? 2 : 1);
    }
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool digits() {
    const auto before = rest_.size();
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
    return rest_.size() != before;
  }
  bool number() {
    static_cast<void>(skip("-"));
    const bool zero = !rest_.empty() && rest_.front() == '0';
    const auto before = rest_.size();
    if (!digits() || (zero && before - rest_.size() > 1)) return false;
    if (rest_.starts_with(".")) {
      rest_.remove_prefix(1);
      return digits();
    }
    return true;
  }

  std::string_view rest_;
};

}  // namespace weir::tests

#endif
