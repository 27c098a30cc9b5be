// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/stress/stress.hpp>
#include <weir/weir.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>

// Many threads do everything at once to pools of every kind; the books must balance. Made for --config=tsan and --config=asan.
// A seed fixes what each thread does, not how the threads interleave: WEIR_STRESS_SEED=<seed> repeats a script, verify/ repeats a schedule.
namespace weir::tests {
namespace {

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

TYPED_TEST(pool_stress, loses_nothing_and_never_gets_stuck) {
  using namespace std::chrono_literals;
  const std::uint64_t seed = verify::stress::chosen_seed();
  EXPECT_EQ(verify::stress::weather<TypeParam>(seed, 1000ms), "") << "WEIR_STRESS_SEED=" << seed;
}

}  // namespace
}  // namespace weir::tests
