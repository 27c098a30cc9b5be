// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_IDLE_WORKERS_HPP
#define WEIR_ENGINE_POOL_IDLE_WORKERS_HPP

#include <weir/engine/pool/arriving_workers.hpp>
#include <weir/engine/pool/core.hpp>

#include <utility>

namespace weir::engine {

/// The idle workers: those in the store, in the order of the `workers` policy, and the timekeeper.
template <class C>
class idle_workers {
 public:
  explicit idle_workers(locked<C>& l) noexcept : l_(l) {}

  void add(worker_record<C>& w, bool keeps_time) {
    if (keeps_time)
      l_->timekeeper = &w;
    else
      l_->idle_store.push(w);
    ++l_->idle;
    w.status.write().idle = true;
  }
  void remove(worker_record<C>& w) {
    if (C::keeps_time && l_->timekeeper == &w)
      l_->timekeeper = nullptr;
    else
      l_->idle_store.remove(w);
    not_idle(w);
  }
  /// Removes a worker, which then is arriving and which the caller unparks; the timekeeper only if it is the last one. Null if no worker is idle.
  worker_record<C>* pop() {
    auto* w = static_cast<worker_record<C>*>(l_->idle_store.pop());
    const bool kept_time = C::keeps_time && w == nullptr;
    if (kept_time) w = std::exchange(l_->timekeeper, nullptr);
    if (C::calls_in_turn && w != nullptr) w->status.write().kept_time = kept_time;
    if (w != nullptr) arrives(*w);
    return w;
  }
  /// Takes a worker's spare slots back, all but `rest`, if there are any.
  template <class Slots>
  void take_back_slots(Slots& from, unsigned rest) {
    if (from.count() == 0) return;
    l_->coroutines.take_back(from, rest);
    release_timekeeper();
  }
  /// After the end of a coroutine: if it was the last, a timekeeper that need not stay looks whether it is to leave.
  void release_timekeeper() {
    constexpr bool may_leave = C::keeps_time && (C::expiry::expires || !C::workers::keeps);
    if (!may_leave || l_->coroutines.any() || l_->timekeeper == nullptr) return;
    worker_record<C>& w = *std::exchange(l_->timekeeper, nullptr);
    arrives(w);
    w.unpark();
  }
  /// Unparks every idle worker: each looks for work or retires.
  void wake_all() {
    while (worker_record<C>* w = pop()) w->unpark();
  }
  /// Makes every idle worker recompute how long it may sleep. They stay in the store in their order, because few of them retire.
  void recheck_expiry() {
    if constexpr (!C::expiry::expires) return wake_all();
    l_->for_each_record([](worker_record<C>& w) {
      if (w.status.read().idle) w.unpark();
    });
  }

 private:
  void arrives(worker_record<C>& w) {
    not_idle(w);
    arriving_workers<C>(l_).add(w);
  }
  void not_idle(worker_record<C>& w) {
    --l_->idle;
    w.status.write().idle = false;
  }

  locked<C>& l_;
};

}  // namespace weir::engine

#endif
