// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

namespace weir::rivals {
namespace {

template <class Cast>
class ants_submit : public testing::Test {};
TYPED_TEST_SUITE(ants_submit, every_kind, cast_name);

// TestAntsPoolWaitToGetWorker
TYPED_TEST(ants_submit, waits_for_a_worker_and_never_exceeds_the_capacity) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    constexpr unsigned capacity = TypeParam::many(100, 10);
    constexpr int tasks = TypeParam::many(10'000, 200);
    auto p = TypeParam::template make<P>({.capacity = capacity});
    tally<P> ran;
    tally<P> at_once;
    for (int n = 0; n < tasks; ++n) {
      const auto comes_in = [=] {
        at_once.add();
        EXPECT_LE(at_once.count(), static_cast<int>(capacity));
      };
      const auto goes_out = [=] {
        at_once.add(-1);
        ran.add();
      };
      const post_result r = TypeParam::give(p, TypeParam::in_turn(comes_in, 100ms, goes_out));
      ASSERT_EQ(r, post_result::accepted);
      ASSERT_LE(p.stats().workers, capacity);
    }
    p.wait_idle();
    EXPECT_EQ(ran.count(), tasks);
  });
}

// TestNonblockingSubmit
TYPED_TEST(ants_submit, nonblocking_is_refused_while_all_are_busy) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<blocking::reject, P>({.capacity = 10});
    typename TypeParam::gate endless;
    typename TypeParam::gate ends;
    for (int n = 0; n < 9; ++n) EXPECT_EQ(TypeParam::give(p, endless.task()), post_result::accepted);
    EXPECT_EQ(TypeParam::give(p, ends.task()), post_result::accepted) << "submitted when the pool is not full";
    EXPECT_EQ(TypeParam::give(p, [] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
    ends.open();
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().idle == 1; }));
    EXPECT_EQ(TypeParam::give(p, [] {}), post_result::accepted) << "submitted when the pool is not full any more";
  });
}

// TestMaxBlockingSubmit
TYPED_TEST(ants_submit, only_so_many_may_wait) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<blocking::wait_at_most<1>, P>({.capacity = 10});
    typename TypeParam::gate endless;
    typename TypeParam::gate ends;
    for (int n = 0; n < 9; ++n) EXPECT_EQ(TypeParam::give(p, endless.task()), post_result::accepted);
    EXPECT_EQ(TypeParam::give(p, ends.task()), post_result::accepted);
    joined<P> waits([&] { EXPECT_EQ(TypeParam::give(p, [] {}), post_result::accepted); });
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().waiting == 1; }));
    EXPECT_EQ(TypeParam::give(p, [] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
    ends.open();
    waits.join();
    EXPECT_EQ(p.stats().waiting, 0U);
  });
}

// TestInfinitePool
TYPED_TEST(ants_submit, without_limit_a_task_may_submit_and_meet_another) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = TypeParam::no_limit});
    typename TypeParam::gate meeting;
    tally<P> accepted;
    const auto submits = [&] {
      if (TypeParam::give(p, meeting.task()) == post_result::accepted) accepted.add();
    };
    EXPECT_EQ(TypeParam::give(p, TypeParam::in_turn(submits, meeting.task())), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return meeting.in() == 2; }));
    EXPECT_EQ(accepted.count(), 1);
    EXPECT_EQ(p.stats().workers, 2U);
    EXPECT_EQ(p.stats().capacity, TypeParam::no_limit);
    p.resize(0, 10);
    EXPECT_EQ(p.stats().capacity, 10U) << "ants ignores it; weir's limits can always be changed";
  });
}

}  // namespace
}  // namespace weir::rivals
