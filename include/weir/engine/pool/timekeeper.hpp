// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_TIMEKEEPER_HPP
#define WEIR_ENGINE_POOL_TIMEKEEPER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/core.hpp>

#include <utility>

namespace weir::engine {

/// One idle worker, the timekeeper, sleeps only until the next coroutine or queued task is due; all others sleep until they are woken. Pools in
/// which nothing becomes due have none. Why no due time is missed: docs/design/coroutines_on_threads.md
template <class C>
class timekeeper {
 public:
  using time_point = typename core<C>::time_point;

  /// Something may become due.
  [[nodiscard]] static bool is_needed(locked<C>& l) noexcept { return timed_queue<typename C::queue> || l->coroutines.any(); }
  /// Coroutines have begun and there is no timekeeper: one worker must stay.
  [[nodiscard]] static bool is_missing(locked<C>& l) noexcept { return l->coroutines.any() && l->timekeeper == nullptr; }
  [[nodiscard]] static bool is(locked<C>& l, const worker_record<C>& w) noexcept { return C::keeps_time && l->timekeeper == &w; }

  [[nodiscard]] static time_point next_due(locked<C>& l) noexcept {
    auto due = time_point::max();
    if constexpr (timed_queue<typename C::queue>) due = l.core().queue.next_due();
    if constexpr (C::carries) due = l.core().coroutines.next_due();
    l->timer_armed = due != time_point::max();
    return due;
  }
  /// A due time is known.
  [[nodiscard]] static bool has_timer(locked<C>& l) noexcept { return C::keeps_time && is_needed(l) && next_due(l) != time_point::max(); }
  /// Coroutines are suspended, and no worker would see the next one become due.
  [[nodiscard]] static bool is_wanted(locked<C>& l) noexcept {
    return (l->stalled() && l->coroutines.any()) || (l->lacks_timekeeper() && next_due(l) != time_point::max());
  }
  /// Makes an idle worker the timekeeper if there is none.
  static void appoint(locked<C>& l) {
    if (!C::keeps_time || l->timekeeper != nullptr || !is_needed(l)) return;
    l->timekeeper = static_cast<worker_record<C>*>(l->idle_store.pop());
    if (l->timekeeper != nullptr && next_due(l) != time_point::max()) l->timekeeper->unpark();
  }
};

}  // namespace weir::engine

#endif
