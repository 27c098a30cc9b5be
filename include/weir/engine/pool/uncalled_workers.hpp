// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_UNCALLED_WORKERS_HPP
#define WEIR_ENGINE_POOL_UNCALLED_WORKERS_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/searching_workers.hpp>
#include <weir/engine/pool/timekeeper.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// In a pool that hands over: the workers that were idle, have been given a task and have not been woken, in the order of their tasks. While one woken
/// worker has not looked, a further one stays asleep with its task. A worker that has ended its own task takes the oldest such task over, which
/// costs no wake-up, and the other worker is idle again; else the woken one wakes the next when it has looked. So each of these tasks has a worker
/// at every moment. Empty where the wake policy is not throttled, or no worker is kept idle.
///
/// While a worker is in the list, another one is `searching`: each step that ends a search ends with start_and_wake::wake_one(), or takes a task over.
template <class C>
class uncalled_workers {
 public:
  explicit uncalled_workers(locked<C>& l) noexcept : l_(l) {}

  [[nodiscard]] bool empty() const noexcept {
    if constexpr (C::calls_in_turn)
      return l_->uncalled.empty();
    else
      return true;
  }
  /// Linear in their number.
  [[nodiscard]] std::size_t size() const noexcept {
    if constexpr (C::calls_in_turn)
      return l_->uncalled.size();
    else
      return 0;
  }
  /// A worker that was idle and has been given a task. True: the caller unparks it, and it searches. False: another worker will.
  bool calls(worker_record<C>& w) {
    if constexpr (C::calls_in_turn) {
      if (l_->searching) return l_->uncalled.push_back(w), false;
      searching_workers<C>(l_).begin(w);
    }
    return true;
  }
  /// The next worker to be unparked, which searches. Null if there is none, or a worker is searching.
  worker_record<C>* next() {
    if constexpr (C::calls_in_turn) {
      if (l_->uncalled.empty() || l_->searching) return nullptr;
      worker_record<C>& w = pop();
      searching_workers<C>(l_).begin(w);
      return &w;
    }
    return nullptr;
  }
  /// Gives `w`, which has no task, the oldest task; the worker that had it is idle again. False if there is none.
  bool take_over([[maybe_unused]] worker_record<C>& w) {
    if constexpr (C::calls_in_turn) {
      if (l_->uncalled.empty()) return false;
      worker_record<C>& other = pop();
      w.first_task.write() = std::move(other.first_task.write());
      idle_workers<C>(l_).add(other, false);
      timekeeper<C>::appoint(l_);
      if (other.status.read().kept_time) other.unpark();  // as a timekeeper it sleeps without its own expiry time, which it sets when woken
      return true;
    }
    return false;
  }
  /// The worker has woken by its own time.
  void remove([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::calls_in_turn) {
      uncalled& its = w;
      its.unlink();
    }
  }
  /// Unparks all of them: each takes its task.
  void wake_all() {
    if constexpr (C::calls_in_turn)
      for (uncalled& each : l_->uncalled) static_cast<worker_record<C>&>(each).unpark();
  }

 private:
  worker_record<C>& pop() noexcept {
    auto& w = static_cast<worker_record<C>&>(l_->uncalled.front());
    l_->uncalled.pop_front();
    return w;
  }

  locked<C>& l_;
};

}  // namespace weir::engine

#endif
