// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_SCHEDULED_COROUTINE_VS_SHUTDOWN_HPP

#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A coroutine waits for room in a full pool as that is closed: it goes there, or gets the answer `closed` and resumes in its own pool,
/// once.
///
///     coroutine: no room there; joins the submitters
///     shutdown:  answers all submitters; the pool ends
template <class Pool>
struct scheduled_coroutine_vs_shutdown : stage<Pool, 3> {
  static constexpr const char* claim = "I3, I33: a coroutine in the line of a pool that is closed goes on, there or at home, once";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1, .carriers = 1});
    other.emplace(options{.capacity = 1, .carriers = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      other->shutdown();
      return other->join();
    }
    for (std::size_t n = 0; n != 3; ++n)
      this->accepted[n] = this->pool->post([this, n] { return moving_task(n); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    other.reset();
  }

  basic_coroutine<void, P> moving_task(std::size_t n) {
    const post_result answer = co_await other->schedule();
    check<P>(answer == post_result::accepted || answer == post_result::closed, claim);
    this->task(n)();
  }

  std::optional<Pool> other;
};

}  // namespace weir::verify::scenarios

#endif
