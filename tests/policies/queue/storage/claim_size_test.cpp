// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/storage/claim_size.hpp>

#include <weir/policies/queue/storage/claim.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace weir::queue {
namespace {

using size = claim_size<16, 4>;

size of_a_worker() {
  size s;
  s.may_grow();
  return s;
}
/// Losses soon after one another: fewer than 256 items pass in between.
void lose(size& s, int times, std::uint64_t others) {
  static std::uint64_t position = 0;
  for (; times != 0; --times) s.lost(position += 255, others);
}

TEST(claim_size, is_one_without_contention) {
  size s = of_a_worker();
  EXPECT_EQ(s.now(), 1U);
  for (int n = 0; n != 100; ++n) s.claimed(1, 1000);
  EXPECT_EQ(s.now(), 1U);
}

TEST(claim_size, stays_one_for_a_seat_that_is_no_workers) {
  size s;
  lose(s, 100, 10);
  EXPECT_EQ(s.now(), 1U);
}

TEST(claim_size, doubles_after_four_losses_against_several_workers_and_at_each_one_that_follows) {
  size s = of_a_worker();
  lose(s, 3, 3);
  EXPECT_EQ(s.now(), 1U);
  for (unsigned expected : {2U, 4U, 8U, 16U, 16U}) {
    lose(s, 1, 63);
    EXPECT_EQ(s.now(), expected);
  }
}

TEST(claim_size, two_takers_of_empty_tasks_claim_one_at_a_time) {
  size s = of_a_worker();
  for (std::uint64_t others : {0, 1, 2}) lose(s, 100, others);
  EXPECT_EQ(s.now(), 1U);
}

TEST(claim_size, a_worker_that_was_preempted_has_learnt_nothing) {
  size s = of_a_worker();
  lose(s, 100, 64);
  lose(s, 100, 1'000'000);
  EXPECT_EQ(s.now(), 1U);
}

TEST(claim_size, a_loss_of_another_kind_begins_the_count_anew) {
  for (std::uint64_t other_kind : {2, 64}) {
    size s = of_a_worker();
    for (int n = 0; n != 100; ++n) {
      lose(s, 3, 5);
      lose(s, 1, other_kind);
    }
    EXPECT_EQ(s.now(), 1U) << other_kind;
  }
}

TEST(claim_size, losses_now_and_then_are_no_contention) {
  size s = of_a_worker();
  std::uint64_t position = 0;
  for (int n = 0; n != 100; ++n) s.lost(position += 256, 10);
  EXPECT_EQ(s.now(), 1U);
}

TEST(claim_size, shrinks_by_one_after_eight_claims_without_a_loss) {
  size s = of_a_worker();
  lose(s, 5, 10);
  ASSERT_EQ(s.now(), 4U);
  for (int n = 0; n != 7; ++n) s.claimed(4, 1000);
  EXPECT_EQ(s.now(), 4U);
  lose(s, 1, 1);
  for (int n = 0; n != 7; ++n) s.claimed(4, 1000);
  EXPECT_EQ(s.now(), 4U) << "a loss begins the count anew";
  s.claimed(4, 1000);
  EXPECT_EQ(s.now(), 3U);
}

TEST(claim_size, with_a_large_claim_others_take_more_meanwhile) {
  size s = of_a_worker();
  lose(s, 5, 10);
  ASSERT_EQ(s.now(), 4U);
  lose(s, 1, 4 * 64 - 1);
  EXPECT_EQ(s.now(), 8U);
  lose(s, 100, 8 * 64);
  EXPECT_EQ(s.now(), 8U);
}

TEST(claim_size, shrinks_by_one_when_the_queue_has_fewer_down_to_one) {
  size s = of_a_worker();
  lose(s, 5, 10);
  for (unsigned expected : {3U, 2U, 1U, 1U}) {
    s.claimed(s.now() - 1, 1000);
    EXPECT_EQ(s.now(), expected);
  }
}

TEST(claim_size, shrinks_by_one_when_others_take_fewer_than_this_worker) {
  size s = of_a_worker();
  lose(s, 5, 10);
  ASSERT_EQ(s.now(), 4U);
  s.claimed(4, 8);
  EXPECT_EQ(s.now(), 4U);
  s.claimed(4, 7);
  EXPECT_EQ(s.now(), 3U);
}

TEST(claim_size, without_patience_it_is_always_the_most) {
  claim_size<16, 0> s;
  EXPECT_EQ(s.now(), 1U);
  s.may_grow();
  EXPECT_EQ(s.now(), 16U);
  s.claimed(0, 0);
  EXPECT_EQ(s.now(), 16U);
}

TEST(claim, is_passed_on_as_a_word_and_ends_after_its_last_item) {
  const claim of_three(8'388'607, 253, 3);
  const claim two = claim(of_three.word()).rest();
  EXPECT_EQ(two.segment(), 8'388'607U);
  EXPECT_EQ(two.place(), 254U);
  EXPECT_EQ(two.size(), 2U);
  EXPECT_EQ(two.rest().rest().size(), 0U);
  EXPECT_EQ(claim().size(), 0U);
}

TEST(claim, of_the_last_place_of_the_largest_segment_keeps_its_id) {
  const claim last(5, (std::size_t{1} << 20) - 1, 1);
  EXPECT_EQ(last.place(), (std::size_t{1} << 20) - 1);
  EXPECT_EQ(last.rest().segment(), 5U);
  EXPECT_EQ(last.rest().size(), 0U);
}

}  // namespace
}  // namespace weir::queue
