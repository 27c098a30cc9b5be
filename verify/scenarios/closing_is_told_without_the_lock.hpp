// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CLOSING_IS_TOLD_WITHOUT_THE_LOCK_HPP
#define WEIR_VERIFY_SCENARIOS_CLOSING_IS_TOLD_WITHOUT_THE_LOCK_HPP

#include <weir/platform/stop_callback.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task that its submitter runs, since no thread can be had, leaves another one in the queue and closes the pool. A stop callback hears
/// of the end and looks at the pool.
///
///     closer: lock, closes, is refused a thread for the task in the queue        callback: stats() -> waits for its own thread
template <class Pool>
struct closing_is_told_without_the_lock : stage<Pool, 2> {
  static constexpr const char* claim = "I12: the pool holds no lock while it tells that it closes, also when it is refused a thread";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.spawn_faults = 4};
  using P = typename Pool::platform_type;
  static constexpr effort work{.search = 20'000};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    bool told = false;
    {
      const auto look = [&] { told = this->pool->stats().capacity == 1; };
      const platform::stop_callback<P, decltype(look)> hears(this->pool->closing_token(), look);
      this->accepted[0] = this->pool->post([this] {
        ++this->ran[0].write();
        this->post(1);
        this->pool->shutdown();
      }) == post_result::accepted;
      this->pool->join();
    }
    check<P>(told, "I12: who hears of the end can look at the pool");
    this->end_and_check("I2: an accepted task runs");
  }
};

}  // namespace weir::verify::scenarios

#endif
