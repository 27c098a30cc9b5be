// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SUBMITTER_VS_READY_COROUTINE_HPP
#define WEIR_VERIFY_SCENARIOS_SUBMITTER_VS_READY_COROUTINE_HPP

#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// Both workers of a pool have coroutines that are ready whenever they look, and a submitter waits for a worker. After some turns each
/// worker becomes idle for the submitter, which takes one of them for a task that waits for a coroutine.
///
///     worker: parks, though a coroutine is ready     submitter: is woken, and takes the other worker
template <class Pool>
struct submitter_vs_ready_coroutine : stage<Pool, 4> {
  static constexpr const char* claim = "I2, I3: a worker that rests for a submitter leaves no coroutine behind";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;
  static constexpr budgets budget{.timeouts = 1};
  static constexpr effort work{.search = 3'000};

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 0) {
      for (std::size_t n : {0, 3}) this->accepted[n] = this->pool->post([this, n] { return busy(n); }) == post_result::accepted;
    } else {
      this->accepted[1] = this->pool->post([this] {
        ended.pass();
        ++this->ran[1].write();
      }) == post_result::accepted;
      this->accepted[2] = this->pool->post_for(std::chrono::milliseconds(1), this->task(2)) == post_result::accepted;
    }
  }
  void finish() { this->end_and_check(claim); }

  basic_coroutine<void, P> busy(std::size_t n) {
    for (int turn = 0; turn != 40; ++turn) co_await yield<P>();
    this->task(n)();
    ended.open();
  }
  gate<P> ended;
};

}  // namespace weir::verify::scenarios

#endif
