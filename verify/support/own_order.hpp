// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_OWN_ORDER_HPP
#define WEIR_VERIFY_SUPPORT_OWN_ORDER_HPP

#include <weir/concepts/queue_policy.hpp>

namespace weir::verify {

/// A queue that gives its items out in an order of its own: what is claimed of queues holds for it too, but for the order.
template <class Queue>
struct own_order {
  using axis = axes::queue;
  template <class P, class T>
  using on = typename Queue::template on<P, T>;
};

template <class Queue>
inline constexpr bool keeps_order = true;
template <class Queue>
inline constexpr bool keeps_order<own_order<Queue>> = false;

}  // namespace weir::verify

#endif
