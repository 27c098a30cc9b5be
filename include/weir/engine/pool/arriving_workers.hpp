// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP
#define WEIR_ENGINE_POOL_ARRIVING_WORKERS_HPP

#include <weir/engine/pool/core.hpp>

namespace weir::engine {

/// The workers that were started or woken without a task and have not looked for one since. Each of them is room for one task beyond the queue:
/// a submitter that finds the queue full may give it one. Empty in pools whose queue is never full or hands over.
template <class C>
class arriving_workers {
 public:
  explicit arriving_workers(locked<C>& l) noexcept : l_(l) {}

  [[nodiscard]] bool empty() const noexcept {
    if constexpr (C::hands_oldest_over)
      return l_->arriving.empty();
    else
      return true;
  }
  void add([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) l_->arriving.push_back(w);
  }
  /// The worker has looked, or has got a task.
  void remove([[maybe_unused]] worker_record<C>& w) noexcept {
    if constexpr (C::hands_oldest_over) {
      arrival& its = w;
      if (its.is_linked()) l_->arriving.erase(l_->arriving.iterator_to(its));
    }
  }
  /// Removes the worker that was woken first. Null if there is none.
  worker_record<C>* pop() noexcept {
    if (empty()) return nullptr;
    auto& w = static_cast<worker_record<C>&>(l_->arriving.front());
    l_->arriving.pop_front();
    return &w;
  }

 private:
  locked<C>& l_;
};

}  // namespace weir::engine

#endif
