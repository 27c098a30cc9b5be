// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_DISCARD_OLDEST_VS_SHUTDOWN_HPP
#define WEIR_VERIFY_SCENARIOS_DISCARD_OLDEST_VS_SHUTDOWN_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// For blocking::discard_oldest: a submitter takes the last task of a closed pool to drop it, after the worker saw that there was one
/// and before the worker looks for it.
///
///     worker: closed, but a task is there, so do not leave
///                                                 submitter: takes that task, and is then answered `closed`
///     worker: nothing to take, sleeps             no thread wakes it again
template <class Pool>
struct discard_oldest_vs_shutdown : stage<Pool, 2> {
  static constexpr const char* claim = "I7: a closed pool ends, whoever took its last task";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      this->pool->shutdown();
      this->pool->join();
      return check<P>(this->pool->stats().workers == 0, claim);
    }
    for (int n = 0; n != 3; ++n) static_cast<void>(this->pool->post([] {}));
  }
  void finish() {
    this->pool->join();
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
