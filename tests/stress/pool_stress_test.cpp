// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include "tests/stress/storm.hpp"
#include "tests/stress/watchdog.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <type_traits>

// Many threads do everything at once to pools of every kind; the books must balance. Made for --config=tsan and --config=asan.
// A seed fixes what each thread does, not how the threads interleave: WEIR_STRESS_SEED=<seed> repeats a script, verify/ repeats a schedule.
namespace weir::tests {
namespace {

std::uint64_t chosen_seed() {
  if (const char* given = std::getenv("WEIR_STRESS_SEED")) return std::strtoull(given, nullptr, 10);
  return std::random_device{}();
}

template <class... Ps>
using stressed = pool<observer::counters, panic::ignore, Ps...>;

template <class Pool>
class pool_stress : public testing::Test {};

struct kind {
  template <class>
  static std::string GetName(int n) {
    const char* const names[] = {
        "default",          "bounded_and_few_wait", "bounded_expiring", "hand_over_expiring", "hand_over_keeping_nobody",
        "callers_run_fifo", "mutex_keeping_nobody", "prestarted_fifo",  "tiny_segments"};
    return names[n];
  }
};
using pools =
    testing::Types<stressed<>, stressed<queue::bounded<4>, blocking::wait_at_most<2>>, stressed<queue::bounded<64>, expiry::after_idle>,
                   stressed<queue::none, expiry::after_idle>, stressed<queue::none, blocking::reject, workers::none>,
                   stressed<queue::bounded<1>, blocking::caller_runs, workers::fifo>, stressed<queue::mutex_fifo, workers::none>,
                   stressed<growth::prestart, workers::fifo>, stressed<queue::unbounded_by<2>, expiry::after_idle>>;
TYPED_TEST_SUITE(pool_stress, pools, kind);

void expect_balanced(const account& book, const stats& s) {
  EXPECT_EQ(book.begun + book.handed_back, book.accepted) << "a task was lost or ran twice";
  EXPECT_EQ(book.alive, 0) << "a task was not destroyed";
  EXPECT_EQ(book.running, 0);
  EXPECT_EQ(s.accepted, book.accepted);
  EXPECT_EQ(s.refused, book.refused);
  EXPECT_EQ(s.completed + s.panicked + book.handed_back, s.accepted);
  EXPECT_EQ(s.workers + s.idle + s.running + s.queued + s.waiting, 0U);
}

TYPED_TEST(pool_stress, loses_nothing_and_never_gets_stuck) {
  using namespace std::chrono_literals;
  const std::uint64_t seed = chosen_seed();
  SCOPED_TRACE("WEIR_STRESS_SEED=" + std::to_string(seed));
  std::printf("WEIR_STRESS_SEED=%llu\n", static_cast<unsigned long long>(seed));
  constexpr bool callers_run = TypeParam::config_type::blocking::when_full == full_reaction::run_here;
  std::minstd_rand d(seed);
  const auto end = std::chrono::steady_clock::now() + 1500ms;
  int storms = 0;
  while (std::chrono::steady_clock::now() < end && !this->HasFailure()) {
    const watchdog dog(60s, "seed " + std::to_string(seed) + ", pool " + std::to_string(storms));
    TypeParam p{{.capacity = static_cast<unsigned>(1 + d() % 4), .idle_after = std::chrono::microseconds(d() % 100)}};
    account book;
    for (unsigned life = d() % 3 + 1; life != 0; --life, ++storms) {
      storm<TypeParam>(p, book, d(), callers_run).rage(4, 150);
      expect_balanced(book, p.stats());
      if (!callers_run) {
        EXPECT_LE(book.most_running, static_cast<int>(storm<TypeParam>::most_workers));
      }
      if (life != 1) {
        ASSERT_TRUE(p.restart());
      }
    }
  }
  std::printf("%d storms\n", storms);
}

}  // namespace
}  // namespace weir::tests
