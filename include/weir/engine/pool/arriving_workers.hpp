// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP
#define WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/platform/smaller_of.hpp>

namespace weir::engine {

/// The workers that were started or woken and have not looked for a task since. Each of them is room for one task beyond the queue: a submitter
/// that finds the queue full takes the oldest task out of it for them. The next worker that looks gets that task, whichever it is: `on_start` of
/// another one may take long. None in pools whose queue is never full or hands over.
template <class C>
class arriving_workers {
 public:
  explicit arriving_workers(locked<C>& l) noexcept : l_(l) {}

  void add([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) {
      auto& its = w.status.write();
      its.arriving = true;
      its.expected = its.has_looked || its.searching;
      ++l_->arriving;
      if (its.expected) ++l_->expected;
    }
  }
  /// The worker has looked, or will not. Then a given task may be without a worker.
  void remove([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) {
      auto& its = w.status.write();
      if (!its.arriving) return;
      its.arriving = false;
      --l_->arriving;
      if (its.expected) --l_->expected;
      if (l_->given.size() > l_->arriving + l_->without_worker) l_->without_worker = l_->given.size() - l_->arriving;
    }
  }
  /// This worker arrives, and tasks are given for which workers arrive: it must look before it does anything else.
  [[nodiscard]] bool is_owed_one([[maybe_unused]] const worker_record<C>& w) const noexcept {
    if constexpr (C::hands_oldest_over)
      return w.status.read().arriving && l_->given.size() > l_->without_worker;
    else
      return false;
  }
  /// Takes the oldest given task for an arriving worker. In a pause, or beyond the capacity, only if workers arrive for some: these are room that a
  /// submitter has had. False if there is none.
  bool take_given(typename C::task& t) noexcept {
    const bool may_take_any = !l_->paused() && !l_->crowded();
    if ((!may_take_any && l_->given.size() == l_->without_worker) || !l_->given.pop(t)) return false;
    l_->without_worker = platform::smaller_of(l_->without_worker, l_->given.size());
    return true;
  }
  /// The same for a thread that is no arriving worker: only if a given task is without a worker.
  bool take_without_worker(typename C::task& t) noexcept {
    if (l_->without_worker == 0 || !l_->given.pop(t)) return false;
    --l_->without_worker;
    return true;
  }

 private:
  locked<C>& l_;
};

}  // namespace weir::engine

#endif
