// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_HOOKS_ARE_PAIRED_HPP
#define WEIR_VERIFY_SCENARIOS_HOOKS_ARE_PAIRED_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Workers start and retire; a thread that finds the pool stopped, or has joined it, finds that each on_start had its on_stop, and both
/// counts in their final state: a worker that is still in its hook then is a data race.
///
///     worker: the place is given up     closer: no worker is left: it has stopped
///     worker: on_stop
template <class Pool>
struct hooks_are_paired : stage<Pool, 3> {
  static constexpr const char* claim = "I15: on_stop of every worker is over when the pool has stopped";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1, .spawn_faults = 1};

  void before() {
    options o{.capacity = 2, .idle_after = std::chrono::nanoseconds(1), .max_age = std::chrono::nanoseconds(1)};
    o.on_start = [this] { note(started); };
    o.on_stop = [this] { note(ended); };
    this->open(o);
  }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) return this->post(2);
    this->pool->shutdown();
    if (this->pool->state() == run_state::stopped) check<P>(started.read() == ended.read(), claim);
    this->pool->join();
    check<P>(started.read() == ended.read(), claim);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;

 private:
  void note(typename P::template cell<int>& count) {
    typename P::unique_lock lock(mutex);
    ++count.write();
  }
  typename P::mutex mutex;
  typename P::template cell<int> started, ended;
};

}  // namespace weir::verify::scenarios

#endif
