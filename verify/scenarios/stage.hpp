// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_STAGE_HPP
#define WEIR_VERIFY_SCENARIOS_STAGE_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/options.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/scenario.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace weir::verify::scenarios {

/// What most scenarios share: a pool, and a note per task of how often it ran. The notes are cells, so a task whose run is not
/// ordered before the read of its note is a data race.
template <class Pool, std::size_t Tasks>
struct stage {
  using P = typename Pool::platform_type;
  using subject = Pool;

  stage() { heard_drops<P>::forget(); }

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
  /// An accepted task that has not run must be one that the blocking policy was given to drop.
  void expect_accepted_ran(const char* claim) {
    const std::uint64_t missing = accepted_not_run(claim);
    check<P>(missing == 0 || (drops_accepted && missing <= heard_drops<P>::read()), claim);
  }
  /// So many tasks have been accepted and have not run. Each has run at most once, and a refused one never.
  [[nodiscard]] std::uint64_t accepted_not_run(const char* claim) {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i != Tasks; ++i) {
      const int runs = ran[i].read();
      check<P>(runs == 0 || (runs == 1 && accepted[i]), claim);
      missing += runs == 0 && accepted[i];
    }
    return missing;
  }
  /// Has a task that was accepted run, unless it was dropped?
  bool ran_or_dropped(std::size_t i) {
    return ran[i].read() == (accepted[i] ? 1 : 0) || (drops_accepted && ran[i].read() == 0 && heard_drops<P>::read() != 0);
  }
  static constexpr bool drops_accepted = [] {
    if constexpr (drops_tasks<Pool>)
      return Pool::config_type::blocking::when_full == full_reaction::drop_old;
    else
      return false;
  }();

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

/// A task that others wait for. If it is destroyed without having run, since it was refused or dropped, `gone` is called instead of `run`:
/// its waiters need not wait any longer.
template <class Run, class Gone>
class expected_task {
 public:
  expected_task(Run run, Gone gone) : run_(std::move(run)), gone_(std::move(gone)) {}
  expected_task(expected_task&& other) noexcept
      : run_(std::move(other.run_)), gone_(std::move(other.gone_)), pending_(std::exchange(other.pending_, false)) {}
  ~expected_task() {
    if (pending_) gone_();
  }
  void operator()() {
    pending_ = false;
    run_();
  }

 private:
  Run run_;
  Gone gone_;
  bool pending_ = true;
};

/// Two tasks that end only together, numbers First and First + 1 of a stage.
template <class Stage, std::size_t First = 0>
class meeting {
 public:
  explicit meeting(Stage& s) : stage_(s) {}
  auto task(std::size_t i) {
    return expected_task(
        [this, i] {
          arrived_[i].open();
          arrived_[1 - i].pass();
          ++stage_.ran[First + i].write();
        },
        [this, i] { arrived_[i].open(); });
  }
  void post(std::size_t i) { stage_.accepted[First + i] = stage_.pool->post(task(i)) == post_result::accepted; }
  /// Returns when both have come.
  void wait() {
    arrived_[0].pass();
    arrived_[1].pass();
  }

 private:
  Stage& stage_;
  std::array<gate<typename Stage::P>, 2> arrived_;
};

}  // namespace weir::verify::scenarios

#endif
