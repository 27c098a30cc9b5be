// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_DRAWING_HPP
#define WEIR_VERIFY_SUPPORT_DRAWING_HPP

#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/markup.hpp>
#include <weir/verify/support/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// A schedule as an SVG picture: a lane per thread, time downward. Bars are locks that are held, hatched stretches are sleep, blue
/// arrows lead from what wakes to who is woken, grey ones from a write to the thread that reads it; an old value and the failure are red.
class drawing {
 public:
  explicit drawing(const timeline& t) : timeline_(t), lanes_(t.lanes()), letters_(lanes_.size(), 20) {
    std::size_t longest_place = 5;
    for (std::size_t i = 0; i != t.steps().size(); ++i) {
      row_.push_back(rows_);
      if (!t.shown(i)) {
        gap_ = true;
        continue;
      }
      if (gap_ && gap_row_ == 0) row_[i] = gap_row_ = rows_++ + 1;
      row_[i] = rows_++;
      std::size_t& letters = letters_[column(t.steps()[i].thread)];
      letters = std::max(letters, std::min(t.steps()[i].text().size(), most_letters));
      longest_place = std::max(longest_place, t.steps()[i].where().size());
    }
    places_at_ = left;
    for (const std::size_t letters : letters_) {
      line_at_.push_back(places_at_ + 22);
      places_at_ += static_cast<int>(letters) * letter + text_from + 20;
    }
    width_ = std::max(places_at_ + static_cast<int>(longest_place) * letter + 12, 900);
    height_ = top + static_cast<int>(rows_) * step_height + 40;
  }

  [[nodiscard]] std::string text(const caption& c) const {
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width_) + attribute("height", height_) +
                      " viewBox=\"0 0 " + std::to_string(width_) + " " + std::to_string(height_) + "\">\n" + style;
    out += element("title", "", escaped(c.scenario + ": " + c.result)) + "\n";
    out += "<rect class=\"paper\"" + attribute("width", width_) + attribute("height", height_) + "/>\n";
    out += words(12, 20, "head", c.scenario) + words(12, 38, "", c.claim) + words(12, 56, "wrong", c.result);
    for (std::size_t i = 0; i != timeline_.steps().size(); ++i)
      if (timeline_.shown(i)) out += background(i);
    for (std::size_t i = 0; i != lanes_.size(); ++i) out += lane(i);
    for (const span& s : timeline_.spans())
      if (timeline_.shown(s.from) || timeline_.shown(s.to)) out += bar(s);
    for (std::size_t i = 0; i != timeline_.steps().size(); ++i)
      if (timeline_.shown(i)) out += arrows(i);
    for (std::size_t i = 0; i != timeline_.steps().size(); ++i)
      if (timeline_.shown(i)) out += label(i);
    if (gap_) out += words(left, y(gap_row_ - 1), "place", std::to_string(timeline_.left_out()) + " steps left out");
    out += words(12, height_ - 10, "place", legend);
    return out + "</svg>\n";
  }

 private:
  static constexpr int left = 48;
  static constexpr int top = 100;
  static constexpr int step_height = 17;
  static constexpr int letter = 7;
  static constexpr int text_from = 34;  // in a lane, beside its line and the bars
  static constexpr std::size_t most_letters = 60;
  static constexpr const char* legend =
      "bar: holds a lock; hatched: sleeps; blue: wakes or starts; grey: reads what the other wrote; red dashes: did not see it";
  static constexpr const char* style =
      "<style>text{font:11px monospace;fill:#222;white-space:pre;paint-order:stroke;stroke:#fff;stroke-width:3px}"
      ".head{font-weight:bold;font-size:14px}.wrong{fill:#b00020}.place{fill:#777}"
      ".paper{fill:#fff}.old{fill:#fff0b3}.fails{fill:#ffd0d0}.line{stroke:#bbb}.dot{fill:#444}.held{fill:#4a90d9;fill-opacity:.55}"
      ".sleep{fill:url(#hatch);stroke:#999}.wakes{stroke:#1a5fb4;fill:none;stroke-width:1.4;marker-end:url(#tip)}"
      ".reads{stroke:#aaa;fill:none}.missed{stroke:#b00020;fill:none;stroke-width:1.4;stroke-dasharray:5 3}</style>\n"
      "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\" fill=\"#fff\"/>"
      "<path d=\"M0 6L6 0\" stroke=\"#bbb\"/></pattern><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
      "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#1a5fb4\"/></marker></defs>\n";

  static std::string attribute(const char* name, int value) { return std::string(" ") + name + "=\"" + std::to_string(value) + "\""; }
  static std::string words(int x, int y, const char* look, const std::string& what) {
    return "<text" + attribute("x", x) + attribute("y", y) + (*look != '\0' ? " class=\"" + std::string(look) + "\"" : "") + ">" +
           escaped(what) + "</text>\n";
  }
  static std::string rectangle(const char* look, int x, int y, int width, int height, const std::string& title) {
    return "<rect class=\"" + std::string(look) + "\"" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
           attribute("height", height) + (title.empty() ? "/>\n" : ">" + element("title", "", escaped(title)) + "</rect>\n");
  }

  [[nodiscard]] std::size_t column(int thread) const {
    return static_cast<std::size_t>(std::find(lanes_.begin(), lanes_.end(), thread) - lanes_.begin());
  }
  [[nodiscard]] int x(int thread) const { return line_at_[column(thread)]; }
  [[nodiscard]] int y(std::size_t row) const { return top + step_height * static_cast<int>(row) + step_height / 2; }
  [[nodiscard]] int y_of(std::size_t step) const { return y(step < row_.size() ? row_[step] : rows_); }

  [[nodiscard]] std::string lane(std::size_t i) const {
    const int at = x(lanes_[i]);
    return words(at - 16, top - 14, "head", timeline_.name_of(lanes_[i])) + "<path class=\"line\" d=\"M" + std::to_string(at) + " " +
           std::to_string(top - 6) + "V" + std::to_string(y(rows_)) + "\"/>\n";
  }

  [[nodiscard]] std::string background(std::size_t i) const {
    const step& s = timeline_.steps()[i];
    if (!s.old && s.kind != deed::failure) return {};
    return rectangle(s.old ? "old" : "fails", 0, y_of(i) - step_height / 2, width_, step_height, s.old ? "an old value" : "fails here");
  }

  /// Locks to the left of the thread's line, one beside the other; sleep on the line.
  [[nodiscard]] std::string bar(const span& s) const {
    const int from = y_of(s.from);
    const int height = std::max(y_of(s.to) - from, 4);
    const std::string title = (s.sleeps ? "sleeps, " : "holds ") + s.object;
    if (s.sleeps) return rectangle("sleep", x(s.thread) - 4, from, 8, height, title);
    int beside = 0;
    for (const span& other : timeline_.spans())
      if (!other.sleeps && other.thread == s.thread && other.from < s.from && other.to > s.from) ++beside;
    return rectangle("held", x(s.thread) - 11 - 6 * (beside % 2), from, 5, height, title);
  }

  [[nodiscard]] std::string arrow(const char* look, int from, std::size_t to) const {
    const step& a = timeline_.steps()[static_cast<std::size_t>(from)];
    const step& b = timeline_.steps()[to];
    if (a.thread == b.thread) return {};
    const int x1 = x(a.thread);
    const int x2 = x(b.thread);
    const int y1 = y_of(static_cast<std::size_t>(from));
    const int y2 = y_of(to);
    const int middle = (x1 + x2) / 2;
    const int tip = x2 + (x1 < x2 ? -4 : 4);
    const auto at = [](int px, int py) { return std::to_string(px) + " " + std::to_string(py); };
    return "<path class=\"" + std::string(look) + "\" d=\"M" + at(x1, y1) + "C" + at(middle, y1) + "," + at(middle, y2) + "," +
           at(tip, y2) + "\"/>\n";
  }
  [[nodiscard]] std::string arrows(std::size_t i) const {
    const step& s = timeline_.steps()[i];
    std::string out;
    if (s.reads_from >= 0) out += arrow("reads", s.reads_from, i);
    if (s.misses >= 0) out += arrow("missed", s.misses, i);
    if (s.woken_by >= 0) out += arrow("wakes", s.woken_by, i);
    return out;
  }

  [[nodiscard]] std::string label(std::size_t i) const {
    const step& s = timeline_.steps()[i];
    const int at = y_of(i) + 4;
    const std::string number = std::to_string(i);
    std::string out = words(left - 8 - letter * static_cast<int>(number.size()), at, "place", number);
    out += "<circle class=\"dot\"" + attribute("cx", x(s.thread)) + attribute("cy", at - 4) + " r=\"3\">" +
           element("title", "", escaped(s.text() + " " + s.where())) + "</circle>\n";
    out += words(x(s.thread) + 12, at, s.kind == deed::failure || s.old ? "wrong" : "", shortened(s.text(), most_letters));
    return out + words(places_at_, at, "place", s.where());
  }

  const timeline& timeline_;
  std::vector<int> lanes_;
  std::vector<std::size_t> letters_;  ///< of each lane, at most
  std::vector<int> line_at_;          ///< of each lane
  std::vector<std::size_t> row_;      ///< of each step
  std::size_t rows_ = 0;
  std::size_t gap_row_ = 0;  ///< one more than the row of the gap
  bool gap_ = false;
  int places_at_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace weir::verify::checker

#endif
