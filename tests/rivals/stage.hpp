// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_STAGE_HPP
#define TESTS_RIVALS_STAGE_HPP

#include <weir/platform/native.hpp>
#include <weir/post_result.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

/// The rivals' tests are written once and played on several stages: real threads, real threads with a clock set by hand, and the
/// fibers of a simulated world, under several schedules and with virtual time. What the originals sleep for takes no time here.
namespace weir::rivals {

using namespace std::chrono_literals;

/// Real threads. For cases that do not depend on time.
struct on_threads {
  using platform = platform::native;
  template <class Case>
  static void play(Case c) {
    c();
  }
  /// Does it come true, without any time that has to pass first?
  template <class Predicate>
  [[nodiscard]] static bool comes(Predicate p) {
    return tests::eventually(p);
  }
  /// Is it not true, and will it not become true by itself? Only a world can tell for sure.
  template <class Predicate>
  [[nodiscard]] static bool never(Predicate p) {
    return !p();
  }
  /// A task that takes a while.
  static void nap(std::chrono::nanoseconds) { std::this_thread::yield(); }
  /// Are all threads gone but the test's own? Only a world can tell.
  [[nodiscard]] static bool alone() { return true; }
  /// How often to do what the original does very often.
  static constexpr int many(int here, int /*in_a_world*/) { return here; }
};

/// Real threads, and a clock that only pass() moves.
struct on_a_set_clock : on_threads {
  using platform = tests::manual_clock;
  static void pass(std::chrono::nanoseconds d) { platform::clock::advance(d); }
};

/// A simulated world per schedule: deterministic, and a hang is a failure that says which thread waits for what.
struct in_a_world {
  using platform = verify::simulated;
  static constexpr std::uint64_t schedules = 8;

  template <class Case>
  static void play(Case c) {
    for (std::uint64_t seed = 0; seed < schedules && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE("in the world of seed " + std::to_string(seed));
      const verify::outcome o = verify::world({.seed = seed, .step_limit = 5'000'000}).run(c);
      EXPECT_TRUE(o.ok) << o.error;
    }
  }
  template <class Predicate>
  [[nodiscard]] static bool comes(Predicate p) {
    while (!p()) {
      if (platform::alone()) return p();  // a state of rest: it would not come without time
      platform::yield();
    }
    return true;
  }
  template <class Predicate>
  [[nodiscard]] static bool never(Predicate p) {
    return !comes(p);
  }
  [[nodiscard]] static bool alone() { return platform::alive() == 0; }
  static void nap(std::chrono::nanoseconds d) { platform::sleep_for(d); }
  static void pass(std::chrono::nanoseconds d) { platform::sleep_for(d); }
  static constexpr int many(int /*here*/, int in_a_world) { return in_a_world; }
};

template <class Case>
class staged : public testing::Test {};
using timeless = testing::Types<on_threads, in_a_world>;
using timed = testing::Types<on_a_set_clock, in_a_world>;

struct stage_name {
  template <class Stage>
  static std::string GetName(int n) {
    if constexpr (std::is_same_v<Stage, in_a_world>) return "in_a_world";
    if constexpr (std::is_same_v<Stage, on_a_set_clock>) return "on_a_set_clock";
    if constexpr (std::is_same_v<Stage, on_threads>) return "on_threads";
    return std::to_string(n);
  }
};

/// Counts what several threads do.
template <class P>
class tally {
 public:
  void add(int n = 1) const { count_->fetch_add(n, std::memory_order_acq_rel); }
  [[nodiscard]] int count() const { return count_->load(std::memory_order_acquire); }

 private:
  using number = typename P::template atomic<int>;
  std::shared_ptr<number> count_ = std::make_shared<number>(0);
};

/// Where tasks wait until the test lets them go, at the latest when the gate goes out of scope: declare it after the pool.
template <class P>
class gate {
 public:
  gate() = default;
  gate(const gate&) = delete;
  gate& operator=(const gate&) = delete;
  ~gate() { open(); }

  void open() {
    typename P::unique_lock lock(shared_->mutex);
    shared_->open = true;
    shared_->opened.notify_all();
  }
  /// A task that goes in, and comes out when the gate has been opened.
  [[nodiscard]] auto task() const {
    return [s = shared_] {
      s->in.add();
      {
        typename P::unique_lock lock(s->mutex);
        while (!s->open) s->opened.wait(lock);
      }
      s->out.add();
    };
  }
  [[nodiscard]] int in() const { return shared_->in.count(); }
  [[nodiscard]] int out() const { return shared_->out.count(); }

 private:
  struct state {
    typename P::mutex mutex;
    typename P::condition_variable opened;
    bool open = false;
    tally<P> in;
    tally<P> out;
  };
  std::shared_ptr<state> shared_ = std::make_shared<state>();
};

/// A thread that is joined.
template <class P>
class joined {
 public:
  template <class F>
  explicit joined(F f) : thread_(std::move(f)) {}
  joined(joined&&) = default;
  ~joined() { join(); }
  void join() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  typename P::thread thread_;
};

}  // namespace weir::rivals

#endif
