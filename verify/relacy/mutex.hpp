// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_MUTEX_HPP
#define WEIR_VERIFY_RELACY_MUTEX_HPP

#include <weir/verify/relacy/sites.hpp>
#include <weir/verify/relacy/world.hpp>

#include <algorithm>
#include <cstdint>

namespace weir::verify::checker {

/// A mutex that knows its owner: unlocking another's, locking twice and destroying a held one are failures.
class mutex {
 public:
  mutex() {
    require_execution();
    data_ = rl::ctx().mutex_ctor(false, false, false, false);
  }
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;
  ~mutex() {
    alive_.check(where::current());
    rl::ctx().mutex_dtor(data_);
  }

  void lock(where at = where::current()) {
    rl::context& c = rl::ctx();
    if (at_site(operation::lock, normal, at) == dropped) {  // a broken site: goes on without the lock, and unlock knows
      skipped_ |= bit(c);
      return;
    }
    switch_before(c, this);
    alive_.check(at);
    no_switch guard(c);  // the switch point was above: no thread destroys the mutex between the check and the use
    data_->lock_exclusive(false, info(at));
    ++the_world.locks_held[c.threadx_->index_];
  }

  /// In a lean search there is no switch point here. Whatever another thread could do between the owner's last step and
  /// the unlocking, it could also do before that last step: it cannot enter, and nothing else in the unlocking is visible.
  void unlock(where at = where::current()) {
    rl::context& c = rl::ctx();
    if ((skipped_ & bit(c)) != 0) [[unlikely]] {
      skipped_ &= ~bit(c);
      // No lock was held, so other threads may come in here: between a waiter's last look and its sleep, for example.
      switch_before(c, this);
      return;
    }
    if (!the_world.lean) switch_before(c, this);
    alive_.check(at);
    no_switch guard(c);
    --the_world.locks_held[c.threadx_->index_];
    data_->unlock_exclusive(info(at));
  }

 private:
  static std::uint32_t bit(const rl::context& c) { return std::uint32_t{1} << c.threadx_->index_; }

  rl::generic_mutex_data* data_;
  std::uint32_t skipped_ = 0;
  alive alive_;
};

class condition_variable {
 public:
  condition_variable() {
    require_execution();
    data_ = rl::ctx().condvar_ctor(false);  // spurious wake-ups are a budget of ours, not Relacy's
  }
  condition_variable(const condition_variable&) = delete;
  condition_variable& operator=(const condition_variable&) = delete;
  ~condition_variable() {
    alive_.check(where::current());
    rl::ctx().condvar_dtor(data_);
  }

  template <class Lock>
  void wait(Lock& lock, where at = where::current()) {
    if (!wakes_at_once(lock, at)) park(lock, false, at);
  }

  /// `deadline` is on the virtual clock, in nanoseconds. May return for any reason; the clock says which.
  template <class Lock>
  void wait_until(Lock& lock, std::int64_t deadline, where at = where::current()) {
    if (deadline <= the_world.now) {  // no waiting needed, so no budget either: but the lock is given up and taken again
      reopen(lock, "wait: the deadline has passed", at);
      return;
    }
    if (wakes_at_once(lock, at)) return;
    rl::context& c = rl::ctx();
    const bool timed = the_world.left.timeouts != 0;
    the_world.deadline[c.threadx_->index_] = deadline;  // the scheduler moves the clock there when it lets the wait expire
    const bool expired = park(lock, timed, at);
    if (!timed || expired || the_world.left.timeouts == 0 || the_world.now >= deadline) return;
    // Woken, but perhaps so late that the deadline passed meanwhile: the tie that expiry protocols get wrong.
    if (strikes(c, 8)) {
      --the_world.left.timeouts;
      the_world.now = std::max(the_world.now, deadline);
      if (c.collecting_history()) record(c, at, this, "woken, but only after the deadline");
    }
  }

  void notify_one(where at = where::current()) {
    rl::context& c = rl::ctx();
    const effect what = at_site(operation::notify_one, normal, at);
    switch_point(c, at);
    if (what != dropped) data_->notify_one(info(at));
    c.enable_preemption();
  }

  void notify_all(where at = where::current()) {
    rl::context& c = rl::ctx();
    const effect what = at_site(operation::notify_all, normal, at);
    switch_point(c, at);
    if (what == only_one)
      data_->notify_one(info(at));
    else if (what != dropped)
      data_->notify_all(info(at));
    c.enable_preemption();
  }

 private:
  template <class Lock>
  struct lock_hook final : rl::mutex_wrapper {
    Lock& held;
    explicit lock_hook(Lock& l) : held(l) {}
    void lock(rl::debug_info_param i) const override { held.lock({i.file_, i.func_, i.line_}); }
    void unlock(rl::debug_info_param i) const override { held.unlock({i.file_, i.func_, i.line_}); }
  };

  /// A switch point, and afterwards none until enable_preemption(). Left out in a lean search while a lock is held:
  /// the threads it could let in are those that do not need the lock, and they could as well have run before.
  void switch_point(rl::context& c, where at) {
    if (!the_world.lean || the_world.locks_held[c.threadx_->index_] == 0) switch_before(c, this);
    alive_.check(at);
    c.disable_preemption();
  }

  template <class Lock>
  bool park(Lock& lock, bool timed, where at) {
    alive_.check(at);
    return data_->wait(lock_hook<Lock>(lock), timed, info(at)) == rl::sema_wakeup_reason_timeout;
  }

  template <class Lock>
  void reopen(Lock& lock, const char* why, where at) {
    rl::context& c = rl::ctx();
    alive_.check(at);
    if (c.collecting_history()) record(c, at, this, "%s", why);
    lock.unlock(at);
    lock.lock(at);
  }

  /// Waking for no reason at once is as general as doing so later: others may run before the lock is taken again.
  template <class Lock>
  bool wakes_at_once(Lock& lock, where at) {
    if (the_world.left.spurious == 0 || !strikes(rl::ctx(), 8)) return false;
    --the_world.left.spurious;
    reopen(lock, "wait: wakes for no reason", at);
    return true;
  }

  rl::condvar_data* data_;
  alive alive_;
};

}  // namespace weir::verify::checker

#endif
