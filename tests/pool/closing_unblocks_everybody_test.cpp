// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class closing : public testing::Test {
 protected:
  static constexpr int submitters = 6;
  Pool p{{.capacity = 1}};
  hold busy;
  tally answered;
  std::vector<std::thread> threads;

  /// Submitters of every kind wait for room that never comes.
  void SetUp() override {
    busy.occupy(p);
    while (p.try_post([] {}) == post_result::accepted) {
    }
    for (int n = 0; n < submitters; ++n)
      threads.emplace_back([this, n] {
        const auto task = [] { ADD_FAILURE() << "a refused task ran"; };
        EXPECT_EQ(n % 2 == 0 ? p.post(task) : p.post_for(std::chrono::hours(1), task), post_result::closed);
        answered.add();
      });
    ASSERT_TRUE(eventually([&] { return p.stats().waiting == submitters; }));
  }
  void expect_all_answered() {
    EXPECT_TRUE(answered.reaches(submitters)) << "only " << answered.count() << " were told, and no task has ended";
    busy.release();
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(p.stats().waiting, 0U);
    p.shutdown();
    p.join();
  }
};
using pools = testing::Types<pool<queue::bounded<1>>, pool<queue::bounded<4>>, pool<queue::none>>;
TYPED_TEST_SUITE(closing, pools, numbered);

TYPED_TEST(closing, by_shutdown_answers_all_who_wait_for_room) {
  this->p.shutdown();
  this->expect_all_answered();
}

TYPED_TEST(closing, by_stop_answers_all_who_wait_for_room) {
  const auto handed_back = this->p.stop();
  EXPECT_EQ(this->p.stats().queued, 0U);
  this->expect_all_answered();
}

TYPED_TEST(closing, is_not_over_before_the_submitters_have_left) {
  this->p.shutdown();
  this->busy.release();
  this->p.join();
  EXPECT_EQ(this->p.stats().waiting, 0U);
  this->expect_all_answered();
}

TEST(who_waits_in_line, and_gives_up_lets_the_next_one_in) {
  pool<queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.try_post([] {}), post_result::accepted);
  for (int round = 0; round < 20; ++round) {
    std::thread impatient([&] { EXPECT_EQ(p.post_for(std::chrono::milliseconds(2), [] {}), post_result::timed_out); });
    EXPECT_EQ(p.post_for(std::chrono::milliseconds(1), [] {}), post_result::timed_out);
    impatient.join();
  }
  std::thread patient([&] { EXPECT_EQ(p.post([] {}), post_result::accepted); });
  std::thread impatient([&] { static_cast<void>(p.post_for(std::chrono::milliseconds(1), [] {})); });
  impatient.join();
  busy.release();
  patient.join();
}

}  // namespace
}  // namespace weir::tests
