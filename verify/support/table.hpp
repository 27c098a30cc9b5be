// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_TABLE_HPP
#define WEIR_VERIFY_SUPPORT_TABLE_HPP

#include <weir/verify/support/markup.hpp>
#include <weir/verify/support/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checker {

/// A schedule as text: threads in columns, steps in rows, and the place in the code at the end of each row.
class table {
 public:
  static constexpr std::size_t widest = 160;

  explicit table(const timeline& t) : timeline_(t), lanes_(t.lanes()) {
    for (const int thread : lanes_) width_.push_back(t.name_of(thread).size());
    std::size_t where = 5;
    for (std::size_t i = 0; i != t.steps().size(); ++i) {
      if (!t.shown(i)) continue;
      std::size_t& w = width_[column(t.steps()[i])];
      w = std::max(w, t.steps()[i].text().size());
      where = std::max(where, t.steps()[i].where().size());
    }
    const std::size_t room = widest - margin - std::min(where, widest_where) - 3 * (width_.size() + 1);
    while (sum() > room && *std::max_element(width_.begin(), width_.end()) > narrowest) --*std::max_element(width_.begin(), width_.end());
  }

  [[nodiscard]] std::string text() const {
    std::string out = line("  step", names(), "where");
    out += line("------", std::vector<std::string>(lanes_.size()), "-----", '-');
    bool gap = timeline_.left_out() != 0;
    for (std::size_t i = 0; i != timeline_.steps().size(); ++i) {
      if (timeline_.shown(i)) {
        out += row(i);
      } else if (gap) {
        out += "       ... " + std::to_string(timeline_.left_out()) + " steps left out ...\n";
        gap = false;
      }
    }
    return out;
  }

 private:
  static constexpr std::size_t margin = 6;
  static constexpr std::size_t narrowest = 16;
  static constexpr std::size_t widest_where = 45;

  [[nodiscard]] std::size_t sum() const {
    std::size_t n = 0;
    for (const std::size_t w : width_) n += w;
    return n;
  }
  [[nodiscard]] std::size_t column(const step& s) const {
    return static_cast<std::size_t>(std::find(lanes_.begin(), lanes_.end(), s.thread) - lanes_.begin());
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const int thread : lanes_) all.push_back(timeline_.name_of(thread));
    return all;
  }

  [[nodiscard]] std::string line(std::string_view left, const std::vector<std::string>& cells, std::string_view where,
                                 char fill = ' ') const {
    std::string out(left);
    out.resize(margin, fill);
    for (std::size_t c = 0; c != cells.size(); ++c) {
      out += fill == ' ' ? " | " : "-+-";
      out += cells[c];
      out.append(width_[c] - std::min(width_[c], cells[c].size()), fill);
    }
    out += fill == ' ' ? " | " : "-+-";
    out += where;
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  /// A step, in as many lines as its text needs. `!` marks an old value, `X` the failure.
  [[nodiscard]] std::string row(std::size_t i) const {
    const step& s = timeline_.steps()[i];
    const std::size_t c = column(s);
    std::string number = std::to_string(i);
    number.insert(0, margin - std::min(margin, number.size()), ' ');
    number[0] = s.kind == deed::failure ? 'X' : s.old ? '!' : number[0];
    std::string out;
    std::string rest = s.text();
    for (bool first = true; first || !rest.empty(); first = false) {
      std::vector<std::string> cells(lanes_.size());
      cells[c] = take(rest, width_[c]);
      out += line(first ? number : "", cells, first ? shortened(s.where(), widest_where) : "");
    }
    return out;
  }

  /// As many words as there is room for; what is left begins two spaces further in.
  static std::string take(std::string& text, std::size_t room) {
    std::string part = text;
    if (text.size() > room) {
      const std::size_t space = text.rfind(' ', room);
      const std::size_t cut = space == std::string::npos || space < 3 ? room : space;
      part = text.substr(0, cut);
      const std::size_t next = text.find_first_not_of(' ', cut);
      text = next == std::string::npos ? "" : "  " + text.substr(next);
    } else {
      text.clear();
    }
    return part;
  }

  const timeline& timeline_;
  std::vector<int> lanes_;
  std::vector<std::size_t> width_;
};

}  // namespace weir::verify::checker

#endif
