// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WAITING_SUBMITTERS_HPP
#define WEIR_ENGINE_POOL_WAITING_SUBMITTERS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/pending_post.hpp>
#include <weir/engine/pool/reaction.hpp>
#include <weir/platform/order.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// Serves the submitter queue. A thread is called and tries again; a coroutine's task is posted for it, and the coroutine is answered.
template <class C>
class waiting_submitters {
 public:
  /// The post of the coroutine at the front; null if a thread is at the front or the queue is empty.
  [[nodiscard]] static pending_post<C>* front_pending(locked<C>& l) noexcept {
    return static_cast<pending_post<C>*>(l->submitters.suspended_front());
  }
  static void call_front(locked<C>& l) {
    if (l->submitters.call_front()) l.core().room.notify_one();
  }

  /// True if a coroutine may join the queue. Otherwise it is answered: `closed`, or `full` if no more may wait.
  [[nodiscard]] static bool admit(locked<C>& l, pending_post<C>& p) noexcept {
    if (!l->closing && reaction<C>::admits(l.core(), l->submitters.size())) return true;
    answer(l.core(), p, l->closing ? push_result::closed : push_result::full);
    return false;
  }
  /// Answers a coroutine that is not in the queue.
  static void answer(core<C>& pool, pending_post<C>& p, push_result r) noexcept {
    p.answer.write() = r;
    r == push_result::pushed ? pool.observer.accepted() : pool.observer.refused();
  }
  /// Answers a coroutine in the queue and removes it.
  static void answer(locked<C>& l, pending_post<C>& p, push_result r) {
    auto* const left = r == push_result::pushed ? p.left : nullptr;
    if (left != nullptr) p.asleep = nullptr;  // the task resumes it
    answer(l.core(), p, r);
    l->submitters.leave_answered(p);
    // [LINE-1] release, pairs with [LINE-2]: the last access to the waiter.
    if (left != nullptr) left->store(true, std::memory_order_release);
  }
  /// In a pool that hands over: takes the task of the coroutine at the front, for a worker.
  static bool take_pending(locked<C>& l, typename C::task& t) {
    pending_post<C>* const p = front_pending(l);
    if (p == nullptr) return false;
    t = std::move(p->task);
    answer(l, *p, push_result::pushed);
    return true;
  }
  /// In a pool with a queue: posts the tasks of the coroutines at the front while there is room. True if it posted one.
  static bool post_pending(locked<C>& l) {
    bool pushed = false;
    if (front_pending(l) != nullptr) l.announce();  // a take that the first push misses is followed by a read of the signals
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
