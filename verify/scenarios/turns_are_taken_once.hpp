// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TURNS_ARE_TAKEN_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_TURNS_ARE_TAKEN_ONCE_HPP

#include <weir/post_result.hpp>
#include <weir/rate_limit.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// Three threads post through a rate_limit that has two turns for now, and its pool accepts everything at once.
///
///     one: a turn is left           other: a turn is left
///     one: takes it                 other: takes it too
template <class P>
struct turns_are_taken_once {
  static constexpr const char* claim = "I5: no more tasks of a rate_limit begin than there are turns, and no turn is lost";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;

  struct any_room {
    using platform_type = P;
    template <class F>
    post_result try_post(F&&) {
      return post_result::accepted;
    }
  };

  void thread(unsigned) {
    if (pace.try_post([] {}) == post_result::accepted) begun.fetch_add(1, std::memory_order_relaxed);
    check<P>(pace.wait_for_turn() <= std::chrono::hours(1), claim);  // it takes none
  }
  void finish() { check<P>(begun.load(std::memory_order_relaxed) == 2, claim); }

  any_room pool;
  rate_limit<any_room> pace{pool, {.tasks = 1, .per = std::chrono::hours(1), .burst = 2}};
  typename P::template atomic<int> begun;
};

}  // namespace weir::verify::scenarios

#endif
