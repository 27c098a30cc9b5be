// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_SEARCHING_WORKERS_HPP
#define WEIR_ENGINE_POOL_SEARCHING_WORKERS_HPP

#include <weir/engine/pool/core.hpp>

namespace weir::engine {

/// Which workers search: those that were woken or started to look for work and have not looked since. If the wake policy is throttled, no further
/// worker is woken while an awake one searches, and none is started while any does. A worker that has not looked since its start may be long in
/// `on_start`, or get no thread: its search is counted apart, because an idle worker must not wait for it. In a pool with such hooks a further worker is
/// started, too, if there are more tasks than new workers that search.
template <class C>
class searching_workers {
 public:
  explicit searching_workers(locked<C>& l) noexcept : l_(l) {}

  void begin(worker_record<C>& w) noexcept {
    auto& its = w.status.write();
    if (its.has_looked)
      l_->searching = true;
    else if (!its.searching)
      ++l_->new_searchers;
    its.searching = true;
  }
  /// The worker has looked, or will not. True if it was searching: the caller announces and looks at the queue after that.
  bool end(worker_record<C>& w) noexcept {
    auto& its = w.status.write();
    const bool searched = its.searching;
    if (searched && its.has_looked)
      l_->searching = false;
    else if (searched)
      --l_->new_searchers;
    its.searching = false;
    its.has_looked = true;
    return searched;
  }

 private:
  locked<C>& l_;
};

}  // namespace weir::engine

#endif
