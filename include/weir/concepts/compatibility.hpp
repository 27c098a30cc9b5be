// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_COMPATIBILITY_HPP
#define WEIR_CONCEPTS_COMPATIBILITY_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/growth_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/workers_policy.hpp>

namespace weir {

/// A queue that can answer `full`; a blocking policy acts only then.
template <class Queue>
inline constexpr bool can_be_full = [] {
  using on = typename Queue::template on<platform::native, queue_item>;
  if constexpr (hand_over_queue<on>)
    return true;
  else
    return static_cast<bool>(on::bounded);
}();

/// Refuses valid policies that make no sense together; each message says why and what to do.
template <class Queue, class Workers, class Blocking, class Expiry, class Growth>
consteval bool explain_compatibility() {
  using workers = typename Workers::template on<platform::native>;
  using blocking = typename Blocking::template on<platform::native>;
  constexpr bool ages = Expiry::template on<platform::native>::ends_busy;
  constexpr bool expires = Expiry::template on<platform::native>::expires && !ages;
  constexpr bool starts_early = Growth::template on<platform::native>::at_start(2) != 0;
  constexpr bool by_backlog = !Growth::template on<platform::native>::wants(0);
  constexpr bool drops_oldest = blocking::when_full == full_reaction::drop_old;
  constexpr bool hands_over = hand_over_queue<typename Queue::template on<platform::native, queue_item>>;
  constexpr bool waits = blocking::when_full == full_reaction::wait && blocking::admits(std::size_t(-1) / 2);
  static_assert(!(expires && workers::keeps && workers::order == reuse_order::oldest_first),
                "weir: workers::fifo and workers::ring keep every worker recently used, so expiry::after_idle would never let one go; "
                "take workers::lifo or expiry::never; see docs/policies/workers.md");
  static_assert(!(expires && !workers::keeps),
                "weir: workers::none keeps no idle worker, so expiry::after_idle has nothing to do; "
                "take workers::lifo or expiry::never; see docs/policies/workers.md");
  static_assert(!(starts_early && !workers::keeps),
                "weir: workers::none lets a worker without work leave at once, so growth::prestart would start threads in vain; "
                "take workers::lifo or growth::on_demand; see docs/policies/workers.md");
  static_assert(!(by_backlog && hands_over),
                "weir: queue::none has no backlog that growth::on_backlog could look at; "
                "take growth::on_demand, or a queue; see docs/policies/growth.md");
  static_assert(!(drops_oldest && hands_over),
                "weir: queue::none keeps no task that blocking::discard_oldest could drop; "
                "take queue::bounded<N>, or blocking::discard_newest; see docs/policies/blocking.md");
  static_assert(can_be_full<Queue> || waits,
                "weir: this queue is never full, so the blocking policy would never act; "
                "take queue::bounded<N> or queue::none, or leave the blocking policy out; see docs/policies/blocking.md");
  return true;
}

}  // namespace weir

#endif
