// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_LEDGER_HPP
#define WEIR_BENCH_MACHINE_LEDGER_HPP

#include <weir/platform/where.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weir::bench::sim {

/// What one line of the program cost, over all cores, in nanoseconds of theirs.
struct entry {
  platform::where at{"", "", 0};
  std::uint64_t times = 0;
  double spent = 0;   ///< in all
  double queued = 0;  ///< of it, waiting until other cores were done with a cache line
  double moved = 0;   ///< of it, waiting for a cache line to come
  double held = 0;    ///< how long it kept cache lines from all other cores: one line can be held for the whole of a run, not longer

  [[nodiscard]] std::string place() const {
    std::string_view file = at.file;
    if (const auto root = file.find("weir/"); root != std::string_view::npos) file.remove_prefix(root);
    std::string_view function = at.function;  // without its template arguments
    function = function.substr(0, function.find_first_of("<("));
    return std::string(file) + ":" + std::to_string(at.line) + " " + std::string(function);
  }
};

/// Costs by the line of the program that caused them.
class ledger {
 public:
  entry& of(const platform::where& at) {
    entry& its = all_[{at.file, at.line}];
    its.at = at;
    return its;
  }
  void clear() { all_.clear(); }

  /// The most expensive first. Of a header that several files include there is one entry.
  [[nodiscard]] std::vector<entry> by_cost() const {
    std::unordered_map<std::string, entry> merged;
    for (const auto& [_, each] : all_) {
      entry& sum = merged[each.place()];
      sum.at = each.at;
      sum.times += each.times;
      sum.spent += each.spent;
      sum.queued += each.queued;
      sum.moved += each.moved;
      sum.held += each.held;
    }
    std::vector<entry> sorted;
    for (const auto& [_, each] : merged) sorted.push_back(each);
    std::ranges::sort(sorted,
                      [](const entry& a, const entry& b) { return std::pair(-a.spent, a.place()) < std::pair(-b.spent, b.place()); });
    return sorted;
  }

 private:
  struct hash {
    std::size_t operator()(const std::pair<const char*, unsigned>& p) const noexcept {
      return std::hash<const void*>()(p.first) * 31 + p.second;
    }
  };
  std::unordered_map<std::pair<const char*, unsigned>, entry, hash> all_;
};

}  // namespace weir::bench::sim

#endif
