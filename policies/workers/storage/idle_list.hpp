// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_STORAGE_IDLE_LIST_HPP
#define WEIR_POLICIES_WORKERS_STORAGE_IDLE_LIST_HPP

#include <weir/concepts/workers_policy.hpp>

#include <boost/intrusive/list.hpp>

namespace weir::workers {

/// The list behind workers::lifo and workers::fifo: pop() takes the front, and `Order` says at which end push() adds.
template <reuse_order Order>
class idle_list {
 public:
  using hook = boost::intrusive::list_base_hook<>;
  static constexpr bool keeps = true;
  static constexpr reuse_order order = Order;

  void push(hook& worker) noexcept {
    if constexpr (Order == reuse_order::newest_first)
      idle_.push_front(worker);
    else
      idle_.push_back(worker);
  }
  hook* pop() noexcept {
    if (idle_.empty()) return nullptr;
    hook& worker = idle_.front();
    idle_.pop_front();
    return &worker;
  }
  void remove(hook& worker) noexcept { idle_.erase(idle_.iterator_to(worker)); }

 private:
  boost::intrusive::list<hook> idle_;
};

}  // namespace weir::workers

#endif
