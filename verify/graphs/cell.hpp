// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_CELL_HPP
#define WEIR_VERIFY_GRAPHS_CELL_HPP

#include <weir/verify/graphs/objects.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <memory>
#include <string>
#include <utility>

namespace weir::verify::execution {

/// Tells the replay of each access of a cell. An access is a fault if another, of which one writes, does not happen before it. Its destruction
/// is a write.
class race_guard {
 public:
  race_guard() {
    the_replay->aside([this] { it_ = the_replay->all_objects.make(the_replay->now()); });
  }
  race_guard(const race_guard&) = delete;
  race_guard& operator=(const race_guard&) = delete;
  ~race_guard() {
    if (the_replay->in_thread()) access({"cell.hpp", "destructor", 0}, true);
    const_cast<volatile unsigned&>(mark_) = 0;
  }

  void access(platform::where at, bool writing) const {
    if (const_cast<const volatile unsigned&>(mark_) != magic)
      the_replay->fail(fault::kind::destroyed, "an object was used after its destruction", at);
    the_replay->aside([&] { look(at, writing); });
  }

 private:
  void look(platform::where at, bool writing) const {
    objects& all = the_replay->all_objects;
    the_replay->accessed(this, writing, at);
    if (const auto writer = all.written_meanwhile(it_, the_replay->past())) race("writes", *writer, at);
    if (!writing) return static_cast<void>(all.used(it_, the_replay->now()));
    if (const auto reader = all.used_meanwhile(it_, the_replay->past())) race("reads", *reader, at);
    all.written(it_, the_replay->now());
  }
  static void race(const char* verb, unsigned thread, platform::where at) {
    the_replay->wrong(fault::kind::race,
                      "a data race: thread " + std::to_string(thread) + " " + verb + " this cell, and neither comes first", at);
  }

  static constexpr unsigned magic = 0x5EA1ED02;

  unsigned mark_ = magic;
  object it_;
};

/// The current thread may change this value of a cell, which is of interest once it has yielded.
template <class T>
void may_change(const T& value) {
  vain_rounds& rounds = the_replay->rounds();
  if (rounds.began()) the_replay->aside([&] { rounds.may_change({reinterpret_cast<const char*>(std::addressof(value)), sizeof value}); });
}

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
    may_change(value_);
    return value_;
  }

 private:
  T value_;
  race_guard guard_;  // after the value: destroyed first, so that a race with the destruction is found before it happens
};

}  // namespace weir::verify::execution

#endif
