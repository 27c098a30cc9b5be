// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LEAVING_WORKER_VS_WAITING_SUBMITTER_HPP
#define WEIR_VERIFY_SCENARIOS_LEAVING_WORKER_VS_WAITING_SUBMITTER_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>
#include <type_traits>

namespace weir::verify::scenarios {

/// Every way a worker can end while a submitter waits for its place, or for room that only a worker makes: it finds nothing to do, its time
/// is over, its task throws, its thread cannot be started.
///
///     worker: gives its place up               submitter: no place, joins the queue
///     worker: does a submitter wait? -> no     submitter: waits for ever
template <class Pool>
struct leaving_worker_vs_waiting_submitter : stage<Pool, 3> {
  static constexpr const char* claim = "I4: however a worker ends, its place is free again and whoever waits is told";
  static constexpr int threads = 2;
  static constexpr int spawned = 5;
  static constexpr budgets budget{.timeouts = 1, .spawn_faults = Pool::config_type::agents::suspends ? 0 : 1};

  void before() { this->open({.capacity = 1, .idle_after = std::chrono::nanoseconds(1), .max_age = std::chrono::nanoseconds(1)}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->post(0);
      return this->post(2);
    }
    this->accepted[1] = this->pool->post([this] {
      ++this->ran[1].write();
      if constexpr (!ends_on_panic) throw std::runtime_error("by design");
    }) == post_result::accepted;
  }
  void finish() {
    try {
      this->pool->wait_idle();
    } catch (const std::runtime_error&) {  // kept by the panic policy
    }
    const stats s = this->pool->stats();
    check<P>(s.workers <= 1 && s.workers == s.idle && s.waiting == 0, claim);
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  static constexpr bool ends_on_panic = std::is_same_v<typename Pool::config_type::panic, typename panic::terminate::template on<P>>;
};

}  // namespace weir::verify::scenarios

#endif
