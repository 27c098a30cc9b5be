// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_CELL_HPP
#define WEIR_VERIFY_ENGINES_CELL_HPP

#include <weir/verify/engines/either.hpp>
#include <weir/verify/graphs/cell.hpp>
#include <weir/verify/relacy/cell.hpp>

#include <utility>

namespace weir::verify::engines {

using platform::where;

/// Plain data of any type that several threads reach: the value stays plain, the guard beside it sees every access.
template <class T>
class cell {
 public:
  cell() : value_() {}
  template <class First, class... Rest>
  explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
  cell(const cell&) = delete;
  cell& operator=(const cell&) = delete;

  const T& read(where at = where::current()) const {
    guard_.ask([&](auto& g) { g.access(at, false); });
    return value_;
  }
  T& write(where at = where::current()) {
    guard_.ask([&](auto& g) { g.access(at, true); });
    if (by_graphs()) execution::may_change(value_);
    return value_;
  }

 private:
  T value_;
  either<checker::race_guard, execution::race_guard> guard_;  // after the value: destroyed first, so that a race with the destruction is
                                                              // found before it happens
};

}  // namespace weir::verify::engines

#endif
