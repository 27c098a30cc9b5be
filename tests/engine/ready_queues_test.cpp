// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/ready_queues.hpp>
#include <weir/engine/coroutine/resumable.hpp>

#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using lists = engine::ready_queues<manual_clock>;

class ready_queues : public testing::Test {
 protected:
  lists q{3};
  std::array<engine::resumable<manual_clock>, 3> of;  // one for each thread

  static lists::time_point now() { return manual_clock::clock::now(); }
  void are_ready() {
    for (unsigned n = 0; n != of.size(); ++n) q.of(n).resume(of[n]);
  }
};

TEST_F(ready_queues, begin_with_the_threads_own_and_go_on_with_the_others) {
  for (unsigned first = 0; first != of.size(); ++first) {
    EXPECT_TRUE(q.empty());
    EXPECT_FALSE(q.ready());
    are_ready();
    EXPECT_EQ(q.size(), 3U);
    EXPECT_TRUE(q.ready());
    constexpr unsigned turn = lists::pops_between_others + 1;
    for (unsigned n = 0; n != of.size(); ++n) EXPECT_EQ(q.pop(first, turn), &of[(first + n) % of.size()]);
    EXPECT_EQ(q.pop(first, turn), nullptr);
  }
}

TEST_F(ready_queues, are_shared_by_the_threads_if_these_are_more) {
  EXPECT_EQ(&q.of(3), &q.of(0));
  EXPECT_EQ(&q.of(7), &q.of(1));
  are_ready();
  EXPECT_EQ(q.pop(5, 1), &of[2]);
}

TEST_F(ready_queues, are_begun_with_in_turns_now_and_then) {
  for (unsigned round = 0; round != 6; ++round) {
    are_ready();
    EXPECT_EQ(q.pop(1, round * lists::pops_between_others), &of[(1 + round) % of.size()]);
    while (q.pop(0, 1) != nullptr) continue;
  }
}

TEST_F(ready_queues, know_whether_one_of_them_has_a_turn) {
  for (unsigned n = 0; n != of.size(); ++n) {
    EXPECT_FALSE(q.has_turn());
    q.of(n).resume(of[n]);
    EXPECT_TRUE(q.has_turn());
    EXPECT_EQ(q.pop(0, 1), &of[n]);
  }
}

TEST_F(ready_queues, know_the_earliest_of_all_times) {
  EXPECT_EQ(q.next_due(), lists::time_point::max());
  for (unsigned n : {1U, 0U, 2U}) {
    const auto before = q.next_due();
    q.of(n).resume_at(of[n], now() + (n == 0 ? 2s : n == 1 ? 3s : 1s));
    EXPECT_LT(q.next_due(), before);
  }
  EXPECT_FALSE(q.ready());
  EXPECT_FALSE(q.empty());
  manual_clock::clock::advance(1h);
  EXPECT_TRUE(q.ready());
  while (q.pop(0, 1) != nullptr) continue;
  EXPECT_TRUE(q.empty());
}

}  // namespace
}  // namespace weir::tests
