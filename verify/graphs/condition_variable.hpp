// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_CONDITION_VARIABLE_HPP
#define WEIR_VERIFY_GRAPHS_CONDITION_VARIABLE_HPP

#include <weir/verify/graphs/alive.hpp>
#include <weir/verify/graphs/clock.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <cstdint>

namespace weir::verify::execution {

/// A location with a bit for each thread that waits. A wait sets the thread's own bit, and goes on from the notification that has cleared it;
/// which bit notify_one clears has an execution for each. That a wait expires, or ends for no reason, is a choice, within the budgets.
class condition_variable {
 public:
  condition_variable() : at_(the_replay->new_location()) {}
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;

  template <class Lock>
  void wait(Lock& lock, platform::where at = platform::where::current()) {
    if (wakes_for_no_reason(at)) return reopen(lock, at);
    begin_wait(lock, at);
    end_wait(at);
    lock.lock(at);
  }
  /// `deadline` is on the virtual clock, in nanoseconds. May return for any reason; the clock says which.
  template <class Lock>
  void wait_until(Lock& lock, std::int64_t deadline, platform::where at = platform::where::current()) {
    if (deadline <= clock_now(at) || wakes_for_no_reason(at)) return reopen(lock, at);
    begin_wait(lock, at);
    if (the_luck.timeouts == 0 || the_replay->choose(2, luck::timeout, at) == 0) {
      end_wait(at, luck::timeout);
    } else {  // expired; if it is notified before it looks, it is late all the same
      step({.does = action::update, .at = at_, .operand = mine(), .how = change::clear_bits}, at);
      clock_reaches(deadline, at);
    }
    lock.lock(at);
  }

  void notify_one(platform::where at = platform::where::current()) {
    step({.does = action::update, .at = at_, .how = change::clear_one}, at);
  }
  void notify_all(platform::where at = platform::where::current()) {
    step({.does = action::update, .at = at_, .operand = ~value{0}, .how = change::clear_bits}, at);
  }

 private:
  static value mine() { return value{1} << the_replay->current(); }

  void step(label what, platform::where at) {
    what.order = std::memory_order_relaxed;
    what.about = thing::condition_variable;
    alive_.step(what, at);
  }
  template <class Lock>
  void begin_wait(Lock& lock, platform::where at) {
    step({.does = action::update, .at = at_, .operand = mine(), .how = change::set_bits}, at);
    lock.unlock(at);
  }
  void end_wait(platform::where at, luck ends_otherwise = luck::any) {
    step({.does = action::read, .at = at_, .operand = mine(), .counts_as = ends_otherwise, .goes_on = condition::cleared}, at);
  }

  template <class Lock>
  static void reopen(Lock& lock, platform::where at) {
    lock.unlock(at);
    lock.lock(at);
  }
  static bool wakes_for_no_reason(platform::where at) { return the_luck.spurious != 0 && the_replay->choose(2, luck::spurious, at) != 0; }

  location at_;
  alive alive_;
};

}  // namespace weir::verify::execution

#endif
