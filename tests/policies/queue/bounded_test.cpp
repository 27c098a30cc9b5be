// SPDX-License-Identifier: Apache-2.0
#include <weir/agents/light.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/support/run_time_limit.hpp>

#include "tests/conformance/queue_conformance.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

struct room {
  template <class Case>
  static std::string GetName(int) {
    return "room_for_" + std::to_string(Case::room);
  }
};

using rings = testing::Types<queue_case<queue::bounded<1>, 1>, queue_case<queue::bounded<2>, 2>, queue_case<queue::bounded<3>, 3>,
                             queue_case<queue::bounded<64>, 64>>;
INSTANTIATE_TYPED_TEST_SUITE_P(bounded, queue_conformance, rings, room);

template <std::size_t N>
using limit = verify::run_time_limit<N>;
using limited_rings = testing::Types<queue_case<limit<1>, 1>, queue_case<limit<2>, 2>, queue_case<limit<3>, 3>, queue_case<limit<5>, 5>,
                                     queue_case<limit<64>, 64>, queue_case<queue::bounded<>, 1024>>;
INSTANTIATE_TYPED_TEST_SUITE_P(bounded_at_run_time, queue_conformance, limited_rings, room);

TEST(bounded, costs_a_cache_line_per_slot_and_never_allocates) {
  using ring = queue::bounded<8>::on<platform::native, std::array<char, 48>>;
  EXPECT_LE(sizeof(ring), 64U * (8 + 3));
  const unsigned long before = allocations();
  ring q;
  std::array<char, 48> i{};
  for (int n = 0; n < 100; ++n) {
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  EXPECT_EQ(allocations(), before);
}

TEST(bounded_at_run_time, allocates_its_slots_at_once_and_then_nothing) {
  if (!allocations_are_counted()) GTEST_SKIP();
  using ring = queue::bounded<>::on<platform::native, std::array<char, 48>>;
  EXPECT_LE(sizeof(ring), 64U * 3);
  const unsigned long before = allocations();
  ring q(options{.queue_limit = 8});
  EXPECT_EQ(allocations(), before + 1);
  std::array<char, 48> i{};
  for (int n = 0; n < 100; ++n) {
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
  EXPECT_EQ(allocations(), before + 1);
}

TEST(bounded_at_run_time, counts_its_items_across_the_end_of_a_lap) {
  queue::bounded<>::on<platform::native, int> q(options{.queue_limit = 3});
  int i = 0;
  for (int n = 0; n < 20; ++n) {
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_EQ(q.size(), 1U);
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_EQ(q.size(), 2U);
    EXPECT_TRUE(q.try_pop(i));
    EXPECT_TRUE(q.try_pop(i));
    EXPECT_TRUE(q.empty());
    EXPECT_EQ(q.try_push(i), push_result::pushed);
    EXPECT_TRUE(q.try_pop(i));
  }
}

template <class Pool>
std::size_t tasks_that_may_wait(const options& o) {
  hold busy;
  Pool p(o);
  busy.occupy(p);
  std::size_t waiting = 0;
  while (p.try_post([] {}) == post_result::accepted) ++waiting;
  EXPECT_EQ(p.post([] {}), post_result::full);
  EXPECT_EQ(p.stats().queued, waiting);
  busy.release();
  p.wait_idle();
  return waiting;
}

TEST(bounded_at_run_time, has_the_limit_of_the_options) {
  using pool_of_threads = pool<queue::bounded<>, blocking::reject>;
  for (const std::size_t n : {1, 2, 3, 100, 5000}) EXPECT_EQ(tasks_that_may_wait<pool_of_threads>({.capacity = 1, .queue_limit = n}), n);
  EXPECT_EQ(tasks_that_may_wait<pool_of_threads>({.capacity = 1}), 1024U);
}

TEST(bounded_at_run_time, has_the_limit_of_the_options_in_a_light_pool) {
  using light_pool = pool<queue::bounded<>, blocking::reject, agents::light>;
  EXPECT_EQ(tasks_that_may_wait<light_pool>({.capacity = 1, .carriers = 1, .queue_limit = 3}), 3U);
}

TEST(bounded_at_run_time, is_written_like_this) {
  const std::size_t limit = 2;
  weir::pool<weir::queue::bounded<>, weir::blocking::reject> p{{.capacity = 8, .queue_limit = limit}};
  EXPECT_EQ(p.asked().queue_limit, 2U);
}

template <class Pool>
std::string why_refused(std::size_t limit) {
  try {
    Pool p{{.capacity = 1, .queue_limit = limit}};
  } catch (const std::invalid_argument& why) {
    return why.what();
  }
  return "not refused";
}

TEST(bounded_at_run_time, refuses_limits_that_make_no_sense) {
  EXPECT_EQ(why_refused<pool<queue::bounded<>>>(0), "weir: options::queue_limit must be at least 1; queue::none is the queue without room");
  for (const std::size_t limit : {(std::size_t{1} << 30) + 1, std::numeric_limits<std::size_t>::max()})
    EXPECT_EQ(why_refused<pool<queue::bounded<>>>(limit),
              "weir: options::queue_limit must be at most 1073741824, 2^30; queue::unbounded is the queue without a limit");
}

TEST(bounded_at_run_time, a_limit_for_a_queue_that_takes_none_is_refused) {
  const std::string text =
      "weir: options::queue_limit is for queue::bounded<>; the bound of this pool's queue, if it has one, is in its type";
  EXPECT_EQ(why_refused<pool<queue::bounded<8>>>(8), text);
  EXPECT_EQ(why_refused<pool<>>(8), text);
}

}  // namespace
}  // namespace weir::tests
