// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_STAGE_HPP
#define WEIR_VERIFY_SCENARIOS_STAGE_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/options.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// What most scenarios share: a pool, and a note per task of how often it ran. The notes are cells, so a task that ran without
/// being ordered before whoever reads its note is a data race.
template <class Pool, std::size_t Tasks>
struct stage {
  using P = typename Pool::platform_type;
  using subject = Pool;

  void open(const options& o) { pool.emplace(o); }

  /// A task that notes that it ran.
  auto task(std::size_t i) {
    return [this, i] { ++ran[i].write(); };
  }
  void post(std::size_t i) { accepted[i] = pool->post(task(i)) == post_result::accepted; }

  /// Waits for the pool to be idle, which nothing but its own protocol may bring about, since closing it would wake every worker
  /// once more and hide what was stranded. Then ends it; every accepted task must have run once and every refused one never.
  void end_and_check(const char* claim) {
    pool->wait_idle();
    pool->shutdown();
    pool->join();
    expect_accepted_ran(claim);
    check<P>(pool->stats().workers == 0, "I15: no worker is left after join");
    pool.reset();
  }
  void expect_accepted_ran(const char* claim) {
    for (std::size_t i = 0; i != Tasks; ++i) check<P>(ran[i].read() == (accepted[i] ? 1 : 0), claim);
  }

  std::optional<Pool> pool;
  std::array<typename P::template cell<int>, Tasks> ran;
  std::array<bool, Tasks> accepted{};  // each written by one thread, read after all have ended
};

/// A door that tasks wait behind, made of the platform's parts.
template <class P>
class gate {
 public:
  void open() {
    typename P::unique_lock lock(mutex_);
    open_.write() = true;
    opened_.notify_all();
  }
  void pass() {
    typename P::unique_lock lock(mutex_);
    while (!open_.read()) opened_.wait(lock);
  }

 private:
  typename P::mutex mutex_;
  typename P::condition_variable opened_;
  typename P::template cell<bool> open_{false};
};

}  // namespace weir::verify::scenarios

#endif
