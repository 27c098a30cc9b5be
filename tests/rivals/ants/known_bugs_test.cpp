// SPDX-License-Identifier: Apache-2.0
// What ants' own tests lack, and would have found: the bugs of its history, under many schedules.
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/presets/ants.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <vector>

namespace weir::rivals {
namespace {

/// Runs a case under so many schedules that a window of a few operations is met.
template <class Case>
void under_many_schedules(Case c) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const verify::outcome o = verify::world({.seed = seed, .step_limit = 5'000'000}).run(c);
    ASSERT_TRUE(o.ok) << "in the world of seed " << seed << ": " << o.error;
  }
}
using P = verify::simulated;

template <class Cast>
class ants_known_bug : public testing::Test {};
TYPED_TEST_SUITE(ants_known_bug, every_plain_kind_in_a_world, cast_name);

TYPED_TEST(ants_known_bug, tune_up_is_heard_by_who_decides_to_wait_just_then) {  // go-pools L1
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate busy;
    P::check(p.post(busy.task()) == post_result::accepted, "the pool has room");
    joined<P> submitter([&] { P::check(p.post(busy.task()) == post_result::accepted, "it was let in"); });
    p.resize(0, 2);
    submitter.join();  // or a deadlock is reported
  });
}

TYPED_TEST(ants_known_bug, the_end_of_a_throwing_task_is_heard_by_who_waits) {  // L2, A24
  under_many_schedules([] {
    auto p = TypeParam::template make<expiry::never, panic::ignore, P>({.capacity = 1});
    std::vector<joined<P>> submitters;
    for (int n = 0; n < 3; ++n)
      submitters.emplace_back([&] {
        for (int task = 0; task < 3; ++task) P::check(p.post([] { throw 1; }) == post_result::accepted, "in the end there is room");
      });
  });
}

TYPED_TEST(ants_known_bug, simultaneous_submitters_do_not_exceed_the_capacity) {  // A37
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    tally<P> at_once;
    std::vector<joined<P>> submitters;
    for (int n = 0; n < 3; ++n)
      submitters.emplace_back([&] {
        static_cast<void>(p.post([=] {
          at_once.add();
          P::check(at_once.count() == 1, "one at a time");
          at_once.add(-1);
        }));
      });
  });
}

TYPED_TEST(ants_known_bug, an_accepted_task_runs_before_the_release_is_over) {  // L4
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    tally<P> ran;
    tally<P> accepted;
    joined<P> submitter([&] {
      if (p.post([=] { ran.add(); }) == post_result::accepted) accepted.add();
    });
    p.shutdown();
    p.join();
    const int ran_before = ran.count();
    submitter.join();
    P::check(ran.count() == accepted.count(), "accepted is run, and nothing else");
    P::check(ran.count() == ran_before, "nothing starts after the end");
  });
}

TYPED_TEST(ants_known_bug, the_release_is_heard_by_all_who_wait) {  // A23, A25, A32
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate busy;
    P::check(p.post(busy.task()) == post_result::accepted, "the pool has room");
    std::vector<joined<P>> submitters;
    for (int n = 0; n < 3; ++n)
      submitters.emplace_back([&] { P::check(p.post([] {}) == post_result::closed, "the task that runs never ends"); });
    p.shutdown();
    for (auto& each : submitters) each.join();
  });
}

TYPED_TEST(ants_known_bug, all_expire_while_somebody_waits) {  // A16
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 2, .idle_after = 1ms});
    tally<P> ran;
    std::vector<joined<P>> submitters;
    for (int n = 0; n < 3; ++n)
      submitters.emplace_back([&, n] {
        for (int task = 0; task < 3; ++task) {
          P::check(p.post([=] { ran.add(); }) == post_result::accepted, "in the end there is room");
          in_a_world::pass(n * 1ms);
        }
      });
    submitters.clear();
    p.wait_idle();
    P::check(ran.count() == 9, "all ran");
  });
}

TYPED_TEST(ants_known_bug, waiting_submitters_are_served_in_order) {
  under_many_schedules([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    std::vector<int> order;
    typename TypeParam::gate busy;
    P::check(p.post(busy.task()) == post_result::accepted, "the pool has room");
    std::vector<joined<P>> submitters;
    for (unsigned n = 0; n < 3; ++n) {
      submitters.emplace_back([&, n] { static_cast<void>(p.post([&order, n] { order.push_back(static_cast<int>(n)); })); });
      P::check(in_a_world::comes([&] { return p.stats().waiting == n + 1; }), "it waits");
    }
    busy.open();
    submitters.clear();
    p.wait_idle();
    P::check(order == std::vector<int>({0, 1, 2}), "first come, first served");
  });
}

TYPED_TEST(ants_known_bug, an_empty_task_is_refused_at_the_door) {  // L3
  auto p = TypeParam::template make<blocking::reject>({.capacity = 1});
  EXPECT_THROW(static_cast<void>(p.post(std::function<void()>())), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(p.post(static_cast<void (*)()>(nullptr))), std::invalid_argument);
  EXPECT_EQ(p.stats().workers, 0U);
}

TYPED_TEST(ants_known_bug, a_full_pool_answers_its_own_tasks) {  // #197: there it waits for itself
  in_a_world::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    post_result inner = post_result::accepted;
    EXPECT_EQ(p.post([&] { inner = p.post([] {}); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(inner, post_result::full);
  });
}

TYPED_TEST(ants_known_bug, a_hundred_pools_leave_no_thread) {  // A27 to A30
  in_a_world::play([] {
    for (int n = 0; n < 100; ++n) {
      const options o = TypeParam::fitted({.capacity = 2});
      {
        auto p = TypeParam::template make<P>(o);
        EXPECT_EQ(p.post([] {}), post_result::accepted);
        p.shutdown();
        p.join();
        EXPECT_EQ(P::alive(), o.carriers) << "those stay until the pool is gone";
      }
      EXPECT_EQ(P::alive(), 0U);
    }
  });
}

}  // namespace
}  // namespace weir::rivals
