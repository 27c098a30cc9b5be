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

/// Which of these valid policies make no sense together. Every rule is about two of them.
template <class Queue, class Workers, class Blocking, class Expiry, class Growth>
struct conflicts {
 private:
  using workers = typename Workers::template on<platform::native>;
  using blocking = typename Blocking::template on<platform::native>;
  using expiry = typename Expiry::template on<platform::native>;
  using growth = typename Growth::template on<platform::native>;
  static constexpr bool hands_over = hand_over_queue<typename Queue::template on<platform::native, queue_item>>;
  static constexpr bool waits = blocking::when_full == full_reaction::wait && blocking::admits(std::size_t(-1) / 2);

 public:
  static constexpr bool expiry_without_idle_workers = expiry::expires && !expiry::ends_busy && !workers::keeps;
  static constexpr bool early_start_without_idle_workers = growth::at_start(2) != 0 && !workers::keeps;
  static constexpr bool growth_without_backlog = !growth::wants(0) && hands_over;
  static constexpr bool drop_without_queue = blocking::when_full == full_reaction::drop_old && hands_over;
  static constexpr bool blocking_without_limit = !can_be_full<Queue> && (!waits || chosen_reaction<blocking>);
  static constexpr bool any = expiry_without_idle_workers || early_start_without_idle_workers || growth_without_backlog ||
                              drop_without_queue || blocking_without_limit;
};

/// Refuses valid policies that make no sense together; each message says why and what to do.
template <class Queue, class Workers, class Blocking, class Expiry, class Growth>
consteval bool explain_compatibility() {
  using found = conflicts<Queue, Workers, Blocking, Expiry, Growth>;
  static_assert(!found::expiry_without_idle_workers,
                "weir: workers::none keeps no idle worker, so expiry::after_idle has nothing to do; "
                "take workers::lifo or expiry::never; see docs/policies/workers.md");
  static_assert(!found::early_start_without_idle_workers,
                "weir: workers::none lets a worker without work leave at once, so growth::prestart would start threads in vain; "
                "take workers::lifo or growth::on_demand; see docs/policies/workers.md");
  static_assert(!found::growth_without_backlog,
                "weir: queue::none has no backlog that growth::on_backlog could look at; "
                "take growth::on_demand, or a queue; see docs/policies/growth.md");
  static_assert(!found::drop_without_queue,
                "weir: queue::none keeps no task that blocking::discard_oldest could drop; "
                "take queue::bounded<N>, or blocking::discard_newest; see docs/policies/blocking.md");
  static_assert(!found::blocking_without_limit,
                "weir: this queue is never full, so the blocking policy would never act; "
                "take queue::bounded<N> or queue::none, or leave the blocking policy out; see docs/policies/blocking.md");
  return true;
}

}  // namespace weir

#endif
