// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_IDLE_WORKERS_HPP
#define WEIR_ENGINE_POOL_IDLE_WORKERS_HPP

#include <weir/engine/pool/core.hpp>

#include <utility>

namespace weir::engine {

/// The workers that are idle: those in the store, in the order of the policy `workers`, and the timekeeper.
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
  /// One that is idle no longer; the caller unparks it. The timekeeper comes last. Null if there is none.
  worker_record<C>* pop() {
    auto* w = static_cast<worker_record<C>*>(l_->idle_store.pop());
    if (C::keeps_time && w == nullptr) w = std::exchange(l_->timekeeper, nullptr);
    if (w != nullptr) not_idle(*w);
    return w;
  }
  /// The timekeeper. There must be one.
  worker_record<C>& pop_timekeeper() {
    worker_record<C>& w = *std::exchange(l_->timekeeper, nullptr);
    not_idle(w);
    return w;
  }
  /// Every idle worker looks for work, or leaves.
  void wake_all() {
    while (worker_record<C>* w = pop()) w->unpark();
  }
  /// Every idle worker computes anew how long it may stay. They keep their order, since only a few learn that they must leave.
  void recheck_expiry() {
    if constexpr (!C::expiry::expires) return wake_all();
    l_->for_each_record([](worker_record<C>& w) {
      if (w.status.read().idle) w.unpark();
    });
  }

 private:
  void not_idle(worker_record<C>& w) {
    --l_->idle;
    w.status.write().idle = false;
  }

  locked<C>& l_;
};

}  // namespace weir::engine

#endif
