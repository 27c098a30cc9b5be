// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_TABLE_HPP
#define WEIR_VERIFY_MODEL_TABLE_HPP

#include <weir/verify/model/history.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace weir::verify::model {

/// The calls of an execution by threads, with their answers. Between threads the rows say nothing of the order; what is known of it comes below.
class table {
 public:
  explicit table(const history& h) : history_(h) {}

  [[nodiscard]] std::string text() const {
    std::vector<std::vector<std::string>> columns(most_threads);
    std::string first, last;
    for (std::size_t i = 0; i != history_.count; ++i) {
      const made& m = history_.calls[i];
      if (m.thread < most_threads && m.asked.what == call_kind::done && after_threads(i)) continue;
      if (m.thread < most_threads)
        columns[m.thread].push_back(words(m));
      else
        (m.thread == before_all ? first : last) += "; " + words(m);
    }
    std::string out;
    if (!first.empty()) out += "  before    " + first.substr(2) + "\n";
    out += rows(columns);
    if (!last.empty()) out += "  at the end " + last.substr(2) + "\n";
    return out + known();
  }

 private:
  static std::string words(const made& m) {
    std::string out = call_names[static_cast<std::size_t>(m.asked.what)];
    if (m.asked.tag != 0) out += std::to_string(m.asked.tag);
    if (pushes(m.asked)) out += "(" + std::to_string(m.asked.item) + ")";
    if (!m.begun) return out + " is not begun";
    if (!m.ended) return out + " has not ended";
    static constexpr const char* says[] = {"", "pushed", "full", "closed", "refused", "", "nothing", "yes", "no", ""};
    const std::string said =
        m.said == answer::took || m.said == answer::number ? std::to_string(m.item) : says[static_cast<std::size_t>(m.said)];
    return said.empty() ? out : out + ": " + said;
  }
  [[nodiscard]] bool after_threads(std::size_t i) const { return i + 1 < history_.count && history_.calls[i + 1].thread == after_all; }

  static std::string rows(const std::vector<std::vector<std::string>>& columns) {
    std::size_t threads = 0, most = 0;
    std::vector<std::size_t> width;
    for (std::size_t t = 0; t != columns.size(); ++t) {
      if (!columns[t].empty()) threads = t + 1;
      most = std::max(most, columns[t].size());
      width.push_back(8);
      for (const std::string& s : columns[t]) width[t] = std::max(width[t], s.size());
    }
    std::string out;
    const auto line = [&](auto cell) {
      std::string row = " ";
      for (std::size_t t = 0; t != threads; ++t) {
        const std::string text = cell(t);
        row += (t == 0 ? " " : " | ") + text + (t + 1 == threads ? "" : std::string(width[t] - text.size(), ' '));
      }
      out += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    };
    line([](std::size_t t) { return "thread " + std::to_string(t); });
    for (std::size_t n = 0; n != most; ++n) line([&](std::size_t t) { return n < columns[t].size() ? columns[t][n] : ""; });
    return out;
  }

  /// The order between calls of different threads, without what follows from the rest.
  [[nodiscard]] std::string known() const {
    std::string out;
    for (std::size_t j = 0; j != history_.count; ++j)
      for (std::size_t i = 0; i != history_.count; ++i) {
        const made &a = history_.calls[i], &b = history_.calls[j];
        if (a.thread >= most_threads || b.thread >= most_threads || a.thread == b.thread || (b.past >> i & 1) == 0 || follows(i, j))
          continue;
        out += "  known     " + words(a) + " has ended before " + words(b) + " begins\n";
      }
    return out;
  }
  [[nodiscard]] bool follows(std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k != history_.count; ++k)
      if ((history_.calls[j].past >> k & 1) != 0 && (history_.calls[k].past >> i & 1) != 0) return true;
    return false;
  }

  const history& history_;
};

}  // namespace weir::verify::model

#endif
