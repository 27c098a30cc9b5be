// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CLOSE_UNBLOCKS_EVERYBODY_HPP
#define WEIR_VERIFY_SCENARIOS_CLOSE_UNBLOCKS_EVERYBODY_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/probes.hpp>

namespace weir::verify::scenarios {

/// The pool's one worker runs a task that ends only after the pool was closed; two submitters wait for room, or are about to.
/// Only the closing can answer them.
template <class Pool>
struct close_unblocks_everybody : stage<Pool, 3> {
  static constexpr const char* claim = "I8: closing answers everybody who waits for room";
  static constexpr int threads = 3;
  static constexpr int spawned = 2;
  static constexpr effort work{.surw = 10'000, .pct3 = 10'000, .bound = 1};

  void before() {
    this->open({.capacity = 1});
    this->accepted[0] = this->pool->try_post([this] {
      answered[0].pass();
      answered[1].pass();
      ++this->ran[0].write();
    }) == post_result::accepted;
    for (std::size_t n = room_of<Pool>(2); n != 0; --n)
      static_cast<void>(this->pool->try_post([] {}));  // the worker is room for the first task
  }
  void thread(unsigned i) {
    if (i == 2) return this->pool->shutdown();
    const post_result r = this->pool->post(this->task(1 + i));
    check<P>(r == post_result::accepted || r == post_result::closed || !unlimited, "I8: who is sent away by the closing is told so");
    this->accepted[1 + i] = r == post_result::accepted;
    answered[i].open();
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  static constexpr bool unlimited = Pool::config_type::blocking::admits(1000);
  std::array<gate<P>, 2> answered;
};

}  // namespace weir::verify::scenarios

#endif
