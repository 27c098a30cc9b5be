// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PAGE_HPP
#define WEIR_VERIFY_SUPPORT_PAGE_HPP

#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/drawing.hpp>
#include <weir/verify/support/markup.hpp>
#include <weir/verify/support/timeline.hpp>

#include <cstddef>
#include <string>

namespace weir::verify::checker {

/// A failure as an HTML page that needs no other file: what broke, how to repeat it, where each thread stands, the picture, the table.
class page {
 public:
  explicit page(const timeline& t) : timeline_(t) {}

  [[nodiscard]] std::string text(const caption& c) const {
    return std::string("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">") + element("title", "", escaped(c.scenario)) +
           style + "</head><body>\n" + element("h1", "", escaped(c.scenario)) + "\n" + element("p", "", escaped(c.claim)) + "\n" +
           element("p", "class=\"wrong\"", escaped(c.result)) + "\n" + element("pre", "", escaped(c.replay)) + "\n" +
           element("h2", "", "Where each thread stands") + standings() + element("h2", "", "Timeline") + drawing(timeline_).text(c) +
           element("h2", "", "Steps") + steps() + element("h2", "", "Objects") + objects() + "</body></html>\n";
  }

 private:
  static constexpr const char* style =
      "<style>body{font:14px sans-serif;margin:1.5em}table{border-collapse:collapse;font:12px monospace}td,th{border:1px solid #ddd;"
      "padding:1px 6px;text-align:left;vertical-align:top}th{position:sticky;top:0;background:#eee}.old td{background:#fff0b3}"
      ".fails td{background:#ffd0d0}.wrong{color:#b00020;font-weight:bold}td.place{color:#777}svg{max-width:100%}</style>";

  static std::string cell(const std::string& text, const char* attributes = "") { return element("td", attributes, escaped(text)); }

  [[nodiscard]] std::string standings() const {
    std::string rows;
    for (const standing& s : timeline_.stand())
      rows += element("tr", "", cell(timeline_.name_of(s.thread)) + cell(s.text) + cell(s.where, "class=\"place\"")) + "\n";
    return element("table", "", rows);
  }

  [[nodiscard]] std::string objects() const {
    std::string rows;
    for (const auto& [name, places] : timeline_.objects()) rows += element("tr", "", cell(name) + cell(places)) + "\n";
    return element("table", "", rows);
  }

  [[nodiscard]] std::string steps() const {
    std::string heads = element("th", "", "step");
    for (const int thread : timeline_.lanes()) heads += element("th", "", escaped(timeline_.name_of(thread)));
    std::string rows = element("tr", "", heads + element("th", "", "where")) + "\n";
    for (std::size_t i = 0; i != timeline_.steps().size(); ++i) {
      if (!timeline_.shown(i)) continue;
      const step& s = timeline_.steps()[i];
      std::string cells = cell(std::to_string(i));
      for (const int thread : timeline_.lanes()) cells += cell(thread == s.thread ? s.text() : "");
      const char* look = s.kind == deed::failure ? "class=\"fails\"" : s.old ? "class=\"old\"" : "";
      rows += element("tr", look, cells + cell(s.where(), "class=\"place\"")) + "\n";
    }
    return element("table", "", rows);
  }

  const timeline& timeline_;
};

}  // namespace weir::verify::checker

#endif
