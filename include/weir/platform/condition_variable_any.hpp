// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP
#define WEIR_PLATFORM_CONDITION_VARIABLE_ANY_HPP

#include <weir/platform/uncancelled.hpp>

#include <boost/intrusive/list.hpp>

#include <mutex>

namespace weir::platform {

/// A condition variable for locks of any type: a list of the threads that wait, each of which sleeps at a semaphore of its own. They are woken in the
/// order in which they came. Destroy it only when no call of a member is under way, except waits of threads that were notified in time. `Base` has a
/// mutex, a cell and a semaphore. Proof: docs/design/locks.md
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
      first = take_first();
    }
    if (first != nullptr) first->woken.release();
  }
  void notify_all() {
    const inner_lock inner(mutex_);  // until the end, so that no thread that comes meanwhile is notified
    while (sleeper* const first = take_first()) first->woken.release();
  }

 private:
  using inner_lock = std::lock_guard<typename Base::mutex>;
  using semaphore = typename Base::semaphore;

  /// A thread that waits, on its stack. If it is not in the list, it was notified: a permit is there, or comes.
  struct sleeper : boost::intrusive::list_base_hook<> {
    semaphore woken;
  };
  using list = boost::intrusive::list<sleeper, boost::intrusive::constant_time_size<false>>;
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
    sleepers_.write().push_back(last);
  }
  /// Null: no thread waits. The inner lock is held.
  [[nodiscard]] sleeper* take_first() {
    list& all = sleepers_.write();
    if (all.empty()) return nullptr;
    sleeper& first = all.front();
    all.pop_front();
    return &first;
  }
  /// False: it was notified.
  [[nodiscard]] bool is_taken_out(sleeper& me) {
    const inner_lock inner(mutex_);
    if (!me.is_linked()) return false;
    sleepers_.write().erase(list::s_iterator_to(me));
    return true;
  }

  typename Base::mutex mutex_;
  typename Base::template cell<list> sleepers_;
};

}  // namespace weir::platform

#endif
