// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/parking_policy.md
// fixed: 4
// conformance: parking trial::ticket_poll
// 1: the tickets are read relaxed | What the waker did before `unpark` must be visible after the `park` that it ended.
// 2: every unpark ends a park of its own | Two unparks before one park count as one.
// 3: park_until() says true when its time is over | `park_until` must not return true without one
// 4: it does not say that it polls | polls: Without it, an idle pool takes no steps, and that is checked
// 5: a park begins by forgetting the tickets that have come before it | An `unpark` that comes before the `park` must end that `park` at once.
#ifndef TESTS_TRIAL_PARKING_TICKET_POLL_HPP
#define TESTS_TRIAL_PARKING_TICKET_POLL_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdint>

namespace trial {

/// Wakers give tickets, and a worker polls until the number of tickets is another one than it last saw.
struct ticket_poll {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    static constexpr bool polls = FIXED != 4;

    void park() {
      forget();
      while (!taken()) P::yield();
    }
    bool park_until(typename P::clock::time_point deadline) {
      forget();
      while (!taken()) {
        if (P::clock::now() >= deadline) return broken == 3 || taken();
        P::yield();
      }
      return true;
    }
    void unpark() { given_.fetch_add(1, std::memory_order_release); }

   private:
    static std::memory_order order() { return broken == 1 ? std::memory_order_relaxed : std::memory_order_acquire; }
    bool taken() {
      const std::uint64_t given = given_.load(order());
      if (given == seen_) return false;
      seen_ = broken == 2 ? seen_ + 1 : given;
      return true;
    }
    void forget() {
      if (broken == 5) seen_ = given_.load(order());
    }

    typename P::template atomic<std::uint64_t> given_;
    std::uint64_t seen_ = 0;
  };
};
static_assert(weir::parking_policy<ticket_poll>);

template <class P>
using verified = weir::pool<ticket_poll, weir::queue::bounded<1>, weir::expiry::after_idle, P>;

}  // namespace trial

#endif
