// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP
#define WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/searching_workers.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// The workers that were started or woken and have not looked for a task since. Each of them is room for one task beyond the queue: a submitter
/// that finds the queue full may give it one. Until the worker looks, another one that finds nothing may take that task over: `on_start` may take
/// long. Empty in pools whose queue is never full or hands over.
template <class C>
class arriving_workers {
 public:
  explicit arriving_workers(locked<C>& l) noexcept : l_(l) {}

  /// No arriving worker is without a task.
  [[nodiscard]] bool empty() const noexcept {
    if constexpr (C::hands_oldest_over)
      return l_->arriving.empty();
    else
      return true;
  }
  [[nodiscard]] std::size_t size() const noexcept {
    if constexpr (C::hands_oldest_over)
      return l_->arriving.size();
    else
      return 0;
  }
  /// A worker has been given a task and has not looked since.
  [[nodiscard]] bool any_given() const noexcept {
    if constexpr (C::hands_oldest_over)
      return !l_->given.empty();
    else
      return false;
  }
  void add([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) l_->arriving.push_back(w);
  }
  /// The worker has looked, or has got a task.
  void remove([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) {
      arrival& its = w;
      its.unlink();
    }
  }
  /// Gives the task to the worker that was woken first. Precondition: one is without a task.
  void give(typename C::task& t) {
    auto& w = static_cast<worker_record<C>&>(l_->arriving.front());
    l_->arriving.pop_front();
    given(w, t);
  }
  /// Gives the task to a worker that is in no list.
  void given(worker_record<C>& w, typename C::task& t) {
    w.first_task.write() = std::move(t);
    if constexpr (C::hands_oldest_over) l_->given.push_back(w);
  }
  /// Gives this worker, which is in no list, a task that was given to a worker without a thread, or else the task that was given first to a worker
  /// that has not looked since. That one searches from now on, so that no further worker starts for what it will find. False if there is none.
  /// What has been taken over is not taken over again: this worker looks next, and two that find nothing could pass a task to and fro for ever.
  bool take_over(worker_record<C>& w) {
    if (l_->has_threadless() && !l_->paused()) {
      typename C::task t;
      take_threadless(t);
      return w.first_task.write() = std::move(t), true;
    }
    if (l_->given.empty()) return false;
    auto& slower = static_cast<worker_record<C>&>(l_->given.front());
    l_->given.pop_front();
    l_->arriving.push_back(slower);
    searching_workers<C> searching(l_);
    if (slower.status.read().has_looked)
      searching.end(w);  // otherwise an idle worker may rely on this search, and the slower one may be long in a hook
    searching.begin(slower);
    w.first_task.write() = std::move(slower.first_task.write());
    return true;
  }
  /// The worker has got no thread. A task that it has been given stays in its record until a worker or a calling thread takes it.
  void refused(worker_record<C>& w) {
    remove(w);
    if constexpr (C::hands_oldest_over) {
      if (w.first_task.read()) return l_->threadless.push_back(w);
    }
    l_->blank.push(w);
  }
  /// Takes the oldest task that was given to a worker without a thread. False if there is none.
  bool take_threadless([[maybe_unused]] typename C::task& t) {
    if constexpr (C::hands_oldest_over) {
      if (l_->threadless.empty()) return false;
      auto& w = static_cast<worker_record<C>&>(l_->threadless.front());
      l_->threadless.pop_front();
      t = std::move(w.first_task.write());
      l_->blank.push(w);
      return true;
    }
    return false;
  }

 private:
  locked<C>& l_;
};

}  // namespace weir::engine

#endif
