// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_CELL_HPP
#define WEIR_VERIFY_GRAPHS_CELL_HPP

#include <weir/verify/graphs/arena.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <utility>
#include <vector>

namespace weir::verify::execution {

/// Remembers who has accessed a cell. An access is a fault if another, of which one writes, does not happen before it.
class race_guard {
 public:
  race_guard() : wrote_(the_replay->now()) {}
  race_guard(const race_guard&) = delete;
  race_guard& operator=(const race_guard&) = delete;

  void access(platform::where at, bool writing) const {
    if (!the_replay->is_past(wrote_)) the_replay->fail("a data race: another thread writes this cell", at);
    if (!writing) {
      const outside_the_arena checker;
      read_.push_back(the_replay->now());
      return;
    }
    for (const replay::moment& r : read_)
      if (!the_replay->is_past(r)) the_replay->fail("a data race: another thread reads this cell", at);
    read_.clear();
    wrote_ = the_replay->now();
  }

 private:
  mutable replay::moment wrote_;
  mutable std::vector<replay::moment> read_;
};

/// Plain data of any type that several threads reach. Its destruction is a write.
template <class T>
class cell {
 public:
  cell() : value_() {}
  template <class First, class... Rest>
  explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
  cell(const cell&) = delete;
  cell& operator=(const cell&) = delete;
  ~cell() { guard_.access({"cell.hpp", "destructor", 0}, true); }

  const T& read(platform::where at = platform::where::current()) const {
    guard_.access(at, false);
    return value_;
  }
  T& write(platform::where at = platform::where::current()) {
    guard_.access(at, true);
    return value_;
  }

 private:
  T value_;
  race_guard guard_;
};

}  // namespace weir::verify::execution

#endif
