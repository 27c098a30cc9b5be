// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_REPORT_HPP
#define WEIR_VERIFY_SUPPORT_REPORT_HPP

#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/table.hpp>
#include <weir/verify/support/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// Where each thread is, a line each.
inline std::string standing_table(const timeline& t) {
  const std::vector<standing> all = t.stand();
  std::size_t width = 0;
  for (const standing& s : all) width = std::max(width, s.text.size());
  std::string out;
  for (const standing& s : all) {
    std::string text = "thread " + std::to_string(s.thread) + "  " + s.text;
    if (!s.where.empty()) text += std::string(width - s.text.size() + 2, ' ') + s.where;
    out += "  " + text + "\n";
  }
  return out;
}

/// The short names, and what they stand for.
inline std::string object_table(const timeline& t) {
  std::string out;
  for (const auto& [name, places] : t.objects())
    out += "  " + name + std::string(name.size() < 4 ? 4 - name.size() : 0, ' ') + "  " + places + "\n";
  return out;
}

/// A failure as text: what went wrong, how to repeat it, where each thread stands, and how it came to that.
inline std::string report(const caption& c, const timeline& t) {
  return "  result    " + c.result + "\n  replay    " + c.replay + "\n\n  where each thread stands\n" + standing_table(t) +
         "\n  history\n" + table(t).text() + "\n  objects\n" + object_table(t) + "\n";
}

}  // namespace weir::verify::checker

#endif
