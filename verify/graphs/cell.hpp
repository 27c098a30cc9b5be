// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_CELL_HPP
#define WEIR_VERIFY_GRAPHS_CELL_HPP

#include <weir/verify/graphs/replay.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace weir::verify::execution {

/// Remembers who has accessed a cell. An access is a fault if another, of which one writes, does not happen before it. Its destruction is a
/// write.
class race_guard {
 public:
  race_guard() : wrote_(the_replay->now()) {}
  race_guard(const race_guard&) = delete;
  race_guard& operator=(const race_guard&) = delete;
  ~race_guard() {
    if (the_replay->in_thread()) access({"cell.hpp", "destructor", 0}, true);
    const_cast<volatile unsigned&>(mark_) = 0;
  }

  void access(platform::where at, bool writing) const {
    if (const_cast<const volatile unsigned&>(mark_) != magic)
      the_replay->fail(fault::kind::destroyed, "an object was used after its destruction", at);
    the_replay->accessed(this, writing, at);
    const replay::moment now = the_replay->now();
    if (!the_replay->is_past(wrote_)) race("writes", wrote_.thread, at);
    if (!writing) {
      read_[now.thread] = static_cast<std::uint16_t>(now.events + 1);
      return;
    }
    for (unsigned t = 0; t != max_threads; ++t)
      if (read_[t] != 0 && !the_replay->is_past({t, read_[t] - 1U})) race("reads", t, at);
    read_ = {};
    wrote_ = now;
  }

 private:
  [[noreturn]] static void race(const char* verb, unsigned thread, platform::where at) {
    the_replay->fail(fault::kind::race,
                     "a data race: thread " + std::to_string(thread) + " " + verb + " this cell, and neither comes first", at);
  }

  static constexpr unsigned magic = 0x5EA1ED02;

  unsigned mark_ = magic;
  mutable replay::moment wrote_;
  mutable std::array<std::uint16_t, max_threads> read_{};  // of each thread that has read it since, its number of events and 1
};

/// Plain data of any type that several threads reach.
template <class T>
class cell {
 public:
  cell() : value_() {}
  template <class First, class... Rest>
  explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
  cell(const cell&) = delete;
  cell& operator=(const cell&) = delete;

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
  race_guard guard_;  // after the value: destroyed first, so that a race with the destruction is found before it happens
};

}  // namespace weir::verify::execution

#endif
