// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WAITING_SUBMITTERS_HPP
#define WEIR_ENGINE_POOL_WAITING_SUBMITTERS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/pending_post.hpp>
#include <weir/platform/order.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// Gives the submitters in the queue what they wait for. A thread is called and tries again; a coroutine's task is posted for it, and the
/// coroutine gets the answer.
template <class C>
class waiting_submitters {
 public:
  /// What the coroutine at the front waits to post; null if a thread is at the front.
  [[nodiscard]] static pending_post<C>* front_pending(locked<C>& l) noexcept {
    return static_cast<pending_post<C>*>(l->submitters.suspended_front());
  }
  /// Calls the thread at the front.
  static void call_front(locked<C>& l) {
    if (l->submitters.call_front()) l.core().room.notify_one();
  }

  /// Gives a coroutine that is not in the queue its answer.
  static void answer(core<C>& pool, pending_post<C>& p, push_result r) noexcept {
    p.answer.write() = r;
    r == push_result::pushed ? pool.observer.accepted() : pool.observer.refused();
  }
  /// The same for one in the queue, which leaves it.
  static void answer(locked<C>& l, pending_post<C>& p, push_result r) {
    auto* const left = r == push_result::pushed ? p.left : nullptr;
    if (left != nullptr) p.asleep = nullptr;  // the task resumes it
    answer(l.core(), p, r);
    l->submitters.leave_answered(p);
    // [LINE-1] release, pairs with [LINE-2]: the last access to the waiter.
    if (left != nullptr) left->store(true, std::memory_order_release);
  }
  /// In a pool that hands over: a worker takes the task of the coroutine at the front.
  static bool take_pending(core<C>& pool, typename C::task& t) {
    locked<C> l(pool);
    pending_post<C>* const p = front_pending(l);
    if (p == nullptr) return false;
    t = std::move(p->task);
    answer(l, *p, push_result::pushed);
    return true;
  }
  /// In a pool with a queue: posts the tasks of the coroutines at the front while there is room. True if it posted one.
  static bool post_pending(locked<C>& l) {
    bool pushed = false;
    if (front_pending(l) != nullptr) l.announce();  // a take that the first push does not see is followed by a look at the signals
    while (pending_post<C>* const p = front_pending(l)) {
      push_result r = push_result::full;
      try {
        r = p->push(l.core(), *p);
        if (r == push_result::full) break;
      } catch (...) {
        p->thrown = std::current_exception();
      }
      answer(l, *p, r);
      pushed |= r == push_result::pushed;
    }
    return pushed;
  }
  /// Answers `closed` to every coroutine, and calls the thread at the front, which finds the pool closed.
  static void close(locked<C>& l) {
    while (auto* const w = l->submitters.first_suspended()) answer(l, static_cast<pending_post<C>&>(*w), push_result::closed);
    call_front(l);
  }
};

}  // namespace weir::engine

#endif
