// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_SESSION_HPP
#define WEIR_VERIFY_RELACY_SESSION_HPP

#include <weir/verify/relacy/atomic.hpp>
#include <weir/verify/relacy/hosted.hpp>
#include <weir/verify/relacy/thread.hpp>
#include <weir/verify/support/heartbeat.hpp>
#include <weir/verify/support/sketch.hpp>
#include <weir/verify/support/strategy.hpp>

#include <cstdint>

namespace weir::verify::checker {

/// One run of one scenario under one strategy: what it is to do, and how far it came.
struct session {
  strategy* plan = nullptr;
  const host* scenario = nullptr;
  void* storage = nullptr;  ///< where the scenario object of each execution is built
  budgets limits{};
  bool lean = false;
  std::uint64_t most_executions = 0;  ///< 0: until the strategy is exhausted
  double most_seconds = 0;            ///< 0: no limit

  std::uint64_t executions = 0;
  std::uint64_t walked = 0;  ///< executions, those included that other processes count
  bool exhausted = false;
  sketch schedules;
  std::uint64_t steps = 0;  ///< switch points of all executions; the watchdog sees from it that something moves
  heartbeat pulse;

  /// After an execution that did not fail. True when the run is over.
  bool over(std::uint64_t schedule) {
    if (plan->counts()) {
      ++executions;
      schedules.add(schedule);
    }
    exhausted = plan->exhausted();
    if (exhausted || (most_executions != 0 && executions >= most_executions)) return true;
    if (++walked % 64 != 0) return false;
    pulse.beat(scenario->name, executions, "executions");
    return most_seconds > 0 && pulse.elapsed() >= most_seconds;
  }
};

inline session* the_session = nullptr;

/// What Relacy constructs, runs and destroys once per execution. It hosts any scenario with these numbers of threads, so
/// that Relacy's templates are compiled once per pair of numbers and not once per scenario.
template <int Threads, int Spawned>
struct suite : rl::test_suite<suite<Threads, Spawned>, Threads> {
  static rl::thread_id_t const dynamic_thread_count = Spawned;
  static_assert(Threads >= 1 && Threads + Spawned <= max_threads, "weir: too many threads for the checker");

  suite() {
    run_to_the_end([this] { scenario_ = the_session->scenario->make(the_session->storage); }, here());
  }
  ~suite() { scenario_->~hosted(); }

  void before() {
    run_to_the_end([this] { scenario_->before(); }, here());
    the_world.in_thread = true;
  }
  void thread(unsigned index) {
    run_to_the_end(
        [this, index] {
          scenario_->thread(index);
          if (!the_session->scenario->finishes) return;
          constexpr where at{"weir/verify/relacy/session.hpp", "finish", 0};
          if (ended_.fetch_add(1, std::memory_order_acq_rel, at) + 1 == static_cast<unsigned>(Threads)) scenario_->finish();
        },
        here());
  }
  void after() {
    the_world.in_thread = false;
    run_to_the_end([this] { scenario_->after(); }, here());
  }
  void invariant() { scenario_->invariant(); }

 private:
  static where here() { return {"scenario", the_session->scenario->name, 0}; }
  hosted* scenario_ = nullptr;
  atomic<unsigned> ended_;
};

}  // namespace weir::verify::checker

#endif
