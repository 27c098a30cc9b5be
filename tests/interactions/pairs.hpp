// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_PAIRS_HPP
#define TESTS_INTERACTIONS_PAIRS_HPP

#include "tests/interactions/axes.hpp"
#include "tests/interactions/reasons.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace weir::interactions {

/// One value of one axis.
struct value {
  enum class axis : std::uint8_t { operation, caller, feature, fault, moment };
  axis of;
  std::uint8_t which;

  constexpr value(operation o) : of(axis::operation), which(static_cast<std::uint8_t>(o)) {}
  constexpr value(caller c) : of(axis::caller), which(static_cast<std::uint8_t>(c)) {}
  constexpr value(feature f) : of(axis::feature), which(static_cast<std::uint8_t>(f)) {}
  constexpr value(fault f) : of(axis::fault), which(static_cast<std::uint8_t>(f)) {}
  constexpr value(moment m) : of(axis::moment), which(static_cast<std::uint8_t>(m)) {}

  static constexpr std::array sizes{operations, callers, features, faults, moments};
  static constexpr std::size_t all = operations + callers + features + faults + moments;
  [[nodiscard]] constexpr std::size_t index() const {
    std::size_t before = 0;
    for (std::size_t a = 0; a != std::size_t(of); ++a) before += sizes[a];
    return before + which;
  }
  /// The value with that index.
  [[nodiscard]] static value at(std::size_t index);
  [[nodiscard]] const char* text() const;
};
[[nodiscard]] const char* text(value::axis a);
/// What `f` says of the value, with its type.
template <class F>
auto typed(const value& v, F f) {
  switch (v.of) {
    case value::axis::operation: return f(operation(v.which));
    case value::axis::caller: return f(caller(v.which));
    case value::axis::feature: return f(feature(v.which));
    case value::axis::fault: return f(fault(v.which));
    case value::axis::moment: break;
  }
  return f(moment(v.which));
}

struct pair {
  value a, b;
};
/// All pairs that the table speaks of, the first of the earlier axis: operations with operations, and every axis with every other one.
[[nodiscard]] const std::vector<pair>& all_pairs();
/// Why the two cannot meet, anywhere or there; nullptr if they can.
[[nodiscard]] reason reason_against(const pair& p);
[[nodiscard]] reason reason_against(ground g, const pair& p);

/// How often each pair has met. Lies in memory that several processes share.
class meetings {
 public:
  void note(value a, value b, unsigned times = 1) {
    if (b.index() < a.index()) std::swap(a, b);
    counts_[a.index()][b.index()].fetch_add(times, std::memory_order_relaxed);
  }
  [[nodiscard]] unsigned of(const pair& p) const { return counts_[p.a.index()][p.b.index()].load(std::memory_order_relaxed); }

 private:
  std::atomic<unsigned> counts_[value::all][value::all] = {};
};

/// Why the two cannot meet, where it is not the whole table that counts.
using reasons = reason (*)(const pair&);
/// A table of two axes by two axes: how many legal pairs there are and have met, and the names of those that have not. The number of those.
std::size_t report(const meetings& met, std::FILE* to, reasons against = static_cast<reasons>(reason_against));
/// Every illegal pair with its reason.
void list_reasons(std::FILE* to);

}  // namespace weir::interactions

#endif
