// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP
#define WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP

#include <weir/platform/uncancelled.hpp>

#include <mutex>
#include <utility>

namespace weir::platform {

/// A condition variable for locks of any type: a list of the threads that wait, each of which sleeps at a semaphore of its own. They are woken in the
/// order in which they came. Destroy it only when no call of a member is under way, except waits of threads that were notified in time. `Base` has a mutex, a cell and a semaphore. Proof: docs/design/locks.md
/// Source: A. Birrell, "Implementing Condition Variables with Semaphores" (2003).
template <class Base>
class condition_variable_any {
 public:
  template <class Lock>
  void wait(Lock& lock) {
    sleep(lock, [](semaphore& woken) { return woken.acquire(), true; });
  }
  /// Returns after a notification, or at the deadline; later if a notification is on its way then.
  template <class Lock, class Time>
  void wait_until(Lock& lock, Time deadline) {
    sleep(lock, [deadline](semaphore& woken) { return woken.try_acquire_until(deadline); });
  }
  void notify_one() {
    sleeper* first = nullptr;
    {
      const inner_lock inner(mutex_);
      first = list_.read().oldest;
      if (first != nullptr) remove(*first);
    }
    if (first != nullptr) first->woken.release();
  }
  void notify_all() {
    sleeper* next = nullptr;
    {
      const inner_lock inner(mutex_);
      next = std::exchange(list_.write(), {}).oldest;
      for (sleeper* each = next; each != nullptr; each = each->place.read().next) each->place.write().is_listed = false;
    }
    while (next != nullptr) std::exchange(next, next->place.read().next)->woken.release();
  }

 private:
  using inner_lock = std::lock_guard<typename Base::mutex>;
  using semaphore = typename Base::semaphore;

  /// A thread that waits, on its stack. If it is not listed, it was notified: a permit is there, or comes.
  struct sleeper {
    struct links {
      sleeper* before = nullptr;
      sleeper* next = nullptr;
      bool is_listed = true;
    };
    typename Base::template cell<links> place;
    semaphore woken;
  };
  struct ends {
    sleeper* oldest = nullptr;
    sleeper* newest = nullptr;
  };
  template <class Lock>
  struct locks_again {  // also when the thread is cancelled; throws in the child of a process that was forked meanwhile
    Lock& lock;
    ~locks_again() noexcept(false) { lock.lock(); }
  };
  /// When the thread has no permit, because its time is over or it was cancelled: no notification is given to it after this.
  struct leaves {
    condition_variable_any& self;
    sleeper& me;
    bool has_permit = false;

    ~leaves() {
      if (has_permit || self.is_taken_out(me)) return;
      {
        const uncancelled until_it_comes;
        me.woken.acquire();
      }
      self.notify_one();  // another thread can use it
    }
  };

  template <class Lock, class Sleep>
  void sleep(Lock& lock, Sleep fall_asleep) {
    const locks_again<Lock> last{lock};
    sleeper me;
    add(me);
    leaves here{*this, me};
    lock.unlock();
    here.has_permit = fall_asleep(me.woken);
  }
  void add(sleeper& last) {
    const inner_lock inner(mutex_);
    ends& list = list_.write();
    last.place.write().before = list.newest;
    (list.newest == nullptr ? list.oldest : list.newest->place.write().next) = &last;
    list.newest = &last;
  }
  /// False: it was notified.
  [[nodiscard]] bool is_taken_out(sleeper& me) {
    const inner_lock inner(mutex_);
    if (!me.place.read().is_listed) return false;
    remove(me);
    return true;
  }
  void remove(sleeper& one) {
    ends& list = list_.write();
    auto& [before, next, is_listed] = one.place.write();
    (before == nullptr ? list.oldest : before->place.write().next) = next;
    (next == nullptr ? list.newest : next->place.write().before) = before;
    is_listed = false;
  }

  typename Base::mutex mutex_;
  typename Base::template cell<ends> list_;
};

}  // namespace weir::platform

#endif
