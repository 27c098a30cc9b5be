// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ONE_LEAVES_PER_PERIOD_HPP
#define WEIR_VERIFY_SCENARIOS_ONE_LEAVES_PER_PERIOD_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <chrono>
#include <cstdint>

namespace weir::verify::scenarios {

/// For expiry::one_per_period: two workers whose time comes at once. When the first has left, the second must learn of it, although it
/// is awake already.
template <class Pool>
struct one_leaves_per_period : stage<Pool, 2> {
  static constexpr const char* claim = "I14: no two workers leave within one period";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.timeouts = 4};

  void before() { this->open({.capacity = 2, .idle_after = period}); }
  void thread(unsigned) {
    for (std::size_t i : {0u, 1u})
      this->accepted[i] = this->pool->post([this, i] {
        arrived[i].open();
        arrived[1 - i].pass();
        ++this->ran[i].write();
      }) == post_result::accepted;
    this->pool->wait_idle();
    const auto start = P::clock::now();
    const auto at_start = this->pool->stats().workers;
    for (int n = 0; n != 4; ++n) {
      P::yield();
      const auto left = at_start - this->pool->stats().workers;
      check<P>(left <= 1 + static_cast<std::uint64_t>((P::clock::now() - start) / period), claim);
    }
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;
  static constexpr std::chrono::nanoseconds period{10};
  std::array<gate<P>, 2> arrived;
};

}  // namespace weir::verify::scenarios

#endif
