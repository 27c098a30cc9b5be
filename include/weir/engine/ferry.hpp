// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_FERRY_HPP
#define WEIR_ENGINE_FERRY_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/desk.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/passengers.hpp>
#include <weir/engine/ready_list.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// How the coroutines of a pool of threads get on and off, and who knows when the next one is due. Nothing of it is there in other pools.
template <class C>
class ferry : public desk<C> {
 public:
  using typename desk<C>::P;
  using typename desk<C>::guard;
  using typename desk<C>::time_point;
  using desk<C>::desk;

  /// Of the coroutines that have begun, those that wait.
  [[nodiscard]] std::size_t suspended() {
    guard g(*this);
    const std::size_t at_hand = this->turns.at_hand();
    return g->riders.count() < at_hand ? 0 : g->riders.count() - at_hand;
  }

 protected:
  /// At its end, or when it did not begin after all.
  void get_off(passenger<C>& p) {
    if constexpr (hears_of_the_end<typename C::queue>) this->popped_task_ended(p.seat);
    guard g(*this);
    g->riders.get_off(p);
    if (!g->riders.aboard() && g->keeper != nullptr && (C::expiry::expires || !C::workers::keeps)) this->pop_keeper(g).unpark();
  }

  /// The one whose turn is next; null if there is none.
  passenger<C>* next_passenger() {
    if constexpr (C::carries) {
      if (this->signalled(carries_some)) return static_cast<passenger<C>*>(this->turns.pop());
    }
    return nullptr;
  }

  // --- who keeps the time

  /// Is there something that may become due?
  [[nodiscard]] static bool has_time(guard& g) noexcept { return timed_queue<typename C::queue> || g->riders.aboard(); }
  /// Until the time is kept, one worker has to stay.
  [[nodiscard]] static bool must_stay(guard& g) noexcept { return g->riders.aboard() && g->keeper == nullptr; }
  [[nodiscard]] time_point next_due(guard& g) noexcept {
    auto due = time_point::max();
    if constexpr (timed_queue<typename C::queue>) due = this->queue.next_due();
    if constexpr (C::carries) {
      due = this->turns.next_due();
      g->clocked = due != time_point::max();
    }
    return due;
  }
  /// Nobody keeps the time: one that rests must not sleep past what is due next.
  void appoint_keeper(guard& g) {
    if (!C::keeps_time || g->keeper != nullptr || !has_time(g)) return;
    g->keeper = static_cast<worker<C>*>(g->idle_store.pop());
    if (g->keeper != nullptr && next_due(g) != time_point::max()) g->keeper->unpark();
  }
};

}  // namespace weir::engine

#endif
