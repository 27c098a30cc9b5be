// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP
#define WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP

namespace weir::platform {

/// A condition variable for locks of any type, made of one of `Base` and a mutex that this needs. As std::condition_variable_any, but without an
/// allocation, and a notification is given without the inner mutex: destroy it only when no call of a member is under way. Proof: docs/design/locks.md
template <class Base>
class condition_variable_any {
 public:
  template <class Lock>
  void wait(Lock& lock) {
    sleep(lock, [this](inner_lock& inner) { value_.wait(inner); });
  }
  /// Returns after a notification, at the deadline, or spuriously; the caller checks the clock.
  template <class Lock, class Time>
  void wait_until(Lock& lock, Time deadline) {
    sleep(lock, [this, deadline](inner_lock& inner) { value_.wait_until(inner, deadline); });
  }
  void notify_one() {
    meet_sleepers();
    value_.notify_one();
  }
  void notify_all() {
    meet_sleepers();
    value_.notify_all();
  }

 private:
  using inner_lock = typename Base::unique_lock;

  template <class Lock>
  struct locks_again {  // also when the thread is cancelled; throws in the child of a process that was forked meanwhile
    Lock& lock;
    ~locks_again() noexcept(false) { lock.lock(); }
  };

  /// The inner mutex is held from before the unlock until the thread sleeps, and is not held while the thread locks again, which may take long.
  template <class Lock, class Sleep>
  void sleep(Lock& lock, Sleep fall_asleep) {
    const locks_again<Lock> last{lock};
    inner_lock inner(mutex_);
    lock.unlock();
    fall_asleep(inner);
  }
  /// A thread that has unlocked what the caller has locked since sleeps after this.
  void meet_sleepers() { inner_lock between_its_unlock_and_its_sleep(mutex_); }

  typename Base::mutex mutex_;
  typename Base::condition_variable value_;
};

}  // namespace weir::platform

#endif
