// SPDX-License-Identifier: Apache-2.0
/// The operating system of a simulated machine: which thread runs on which core, and when. One line of ready threads for all cores; the thread
/// with the least processor time is next, a thread that has slept counts as having had as much as the least served of those that run, and none takes
/// a core from another before the slice of that one is over: Linux since 6.6.
#include <algorithm>
#include <utility>

#include "bench/machine/computer.hpp"

namespace weir::bench::sim {

/// The core it ran on last, else the nearest.
computer::core* computer::idle_core_for(const thread& t) {
  const unsigned last = t.core == thread::nowhere ? running_->core : t.core;
  core* found = nullptr;
  for (unsigned n = 0; n != cores_.size(); ++n) {
    core& c = cores_[(last + n) % cores_.size()];
    if (c.runs != nullptr) continue;
    if (number_of(c) / options_.cores_per_socket == last / options_.cores_per_socket) return &c;
    if (found == nullptr) found = &c;
  }
  return found;
}

void computer::make_ready(thread& t, double latency) {
  t.sleeps_on = nullptr;
  double least = computer::never;
  for (const core& c : cores_)
    if (c.runs != nullptr) least = std::min(least, c.runs->used_by(now_));
  if (least < never) t.used = std::max(t.used, least);
  if (core* const idle = idle_core_for(t)) {
    idle->runs = &t;
    t.core = number_of(*idle);
    return at(now_ + latency * (0.5 + chance()), idle);  // how soon an idle processor comes differs, and nothing else breaks a rhythm
  }
  ready_.push_back(&t);
}

/// The running thread is not to run any more: it sleeps, has ended, or waits for a core.
void computer::leave_core() {
  core& c = here();
  thread& me = *running_;
  me.used += now_ - me.began;
  me.on_core = false;
  if (ready_.empty()) {
    c.runs = nullptr;
    return;
  }
  const auto next = std::ranges::min_element(ready_, {}, [](const thread* t) { return std::pair(t->used, t->id); });
  thread& other = **next;
  ready_.erase(next);
  c.runs = &other;
  other.core = number_of(c);
  at(now_ + options_.prices.context_switch, &c);
}

/// Whose turn it is now: time has come to the earliest event.
thread& computer::next_event() {
  for (;;) {
    if (events_.empty()) fail("deadlock" + all_threads());
    const event first = events_.top();
    events_.pop();
    if (first.on != nullptr) {
      now_ = first.time;
      thread& t = *first.on->runs;
      if (!t.on_core) {
        t.on_core = true;
        t.began = now_;
        ++result_.switches;
      }
      return t;
    }
    thread& sleeper = *first.sleeper;
    if (sleeper.sleeps_on == nullptr || sleeper.sleep != first.sleep) continue;
    std::erase(sleepers_[sleeper.sleeps_on], &sleeper);
    sleeper.timed_out = true;
    now_ = first.time;
    make_ready(sleeper, options_.prices.wake_latency);
  }
}

void computer::switch_to(thread& other) {
  thread& me = *running_;
  if (&other == &me) return;
  leaving_ = &me;
  running_ = &other;
  me.in_flight = std::exchange(thread::live(), other.in_flight);
  arrive(std::move(other.stack).resume());
}

/// What came back from a switch is the stack of the thread that has left.
void computer::arrive(boost::context::fiber from) {
  if (leaving_ != nullptr)
    leaving_->stack = std::move(from);
  else if (from)
    host_ = std::move(from);
}

}  // namespace weir::bench::sim
