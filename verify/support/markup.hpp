// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_MARKUP_HPP
#define WEIR_VERIFY_SUPPORT_MARKUP_HPP

#include <string>
#include <string_view>

namespace weir::verify::checker {

/// Text as XML and HTML want it, in elements and in attributes. What neither may contain becomes a question mark.
inline std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\n': out += "&#10;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return out;
}

/// At most so many characters; what was cut is shown as three dots.
inline std::string shortened(std::string_view text, std::size_t most) {
  return text.size() <= most ? std::string(text) : std::string(text.substr(0, most - 3)) + "...";
}

/// `<name attributes>content</name>`; attributes and content are markup already.
inline std::string element(std::string_view name, std::string_view attributes, std::string_view content) {
  std::string out = "<" + std::string(name);
  if (!attributes.empty()) out += " " + std::string(attributes);
  return out + ">" + std::string(content) + "</" + std::string(name) + ">";
}

}  // namespace weir::verify::checker

#endif
