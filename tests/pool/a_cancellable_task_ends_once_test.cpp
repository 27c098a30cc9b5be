// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/cancellable_future.hpp>
#include <weir/coroutine.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/reason_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_canceller, of_nothing_is_copied_and_does_nothing) {
  const canceller<> none;
  const canceller<> copy = none;
  EXPECT_FALSE(copy.cancel());
  EXPECT_FALSE(copy.help());
  EXPECT_FALSE(copy());
}

TEST(a_canceller, cancels_the_task_that_it_was_assigned) {
  pool<> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto first = submit_cancellable(p, [] {});
  auto second = submit_cancellable(p, [] {});
  canceller<> its = first.canceller();
  its = second.canceller();
  EXPECT_TRUE(its()) << "the call operator returns what cancel() does";
  EXPECT_TRUE(second.ready());
  EXPECT_FALSE(first.ready());
  busy.release();
  first.get();
}

TEST(a_cancellable_task, is_not_made_of_an_empty_callable) {
  pool<> p;
  EXPECT_THROW(static_cast<void>(submit_cancellable(p, std::function<void()>())), std::invalid_argument);
}

TEST(a_cancellable_task, that_ran_is_counted_as_completed) {
  pool<observer::counters> p{{.capacity = 1}};
  submit_cancellable(p, [] {}).get();
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 1U);
  EXPECT_EQ(p.stats().cancelled, 0U);
}

TEST(a_cancellable_task, that_was_handed_back_runs_where_it_is_called) {
  pool<> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto f = submit_cancellable(p, [] { return 3; });
  auto waited = p.stop();
  ASSERT_EQ(waited.size(), 1U);
  waited[0]();
  EXPECT_TRUE(f.ready());
  EXPECT_EQ(f.get(), 3);
  busy.release();
}

TEST(a_cancellable_task, that_a_helper_ran_has_given_up_its_captures) {
  pool<> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  const auto captured = std::make_shared<int>(3);
  auto f = submit_cancellable(p, [captured] { return *captured; });
  EXPECT_TRUE(f.help_for(1h));
  EXPECT_EQ(captured.use_count(), 1) << "while its place still waits";
  EXPECT_EQ(f.get(), 3);
  busy.release();
}

// What the pool has destroyed cannot be refused once more.
TEST(a_cancellable_task, that_was_discarded_is_over) {
  pool<queue::bounded<1>, blocking::discard_newest> p{{.capacity = 1}};
  any_pool some = p;
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  auto f = submit_cancellable(p, [] {});
  auto of_any = some.submit([] {});
  auto plain = p.submit([] {});
  EXPECT_TRUE(f.ready());
  EXPECT_TRUE(of_any.ready());
  const post_result same = reason_of(plain);
  EXPECT_EQ(reason_of(f), same);
  EXPECT_EQ(reason_of(of_any), same);
  busy.release();
}

TEST(a_cancellable_task, leaves_nothing_behind_where_memory_ends) {
  if (!allocations_are_counted()) GTEST_SKIP() << "a sanitizer counts them";
  pool<queue::bounded<8>> p{{.capacity = 1}};
  const auto large = [captures = std::array<char, 500>()](std::stop_token) { static_cast<void>(captures); };
  submit_cancellable(p, large).get();
  p.wait_idle();
  const long before = objects_left();
  for (int spared = 0, failed = 1; failed != 0; ++spared) {
    failed = 0;
    try {
      const failing_allocation one(spared);
      auto f = submit_cancellable(p, large);
      failed = one.happened() ? 1 : 0;
      f.get();
    } catch (const std::bad_alloc&) {
      failed = 1;
    }
    p.wait_idle();
    EXPECT_EQ(objects_left(), before) << "after " << spared << " allocations";
  }
}

TEST(a_task_that_helps, begins_none_at_its_deadline) {
  pool<manual_clock> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  auto f = submit_cancellable(p, [] {});
  EXPECT_FALSE(f.help_until(manual_clock::clock::now()));
  EXPECT_TRUE(f.help_until(manual_clock::clock::now() + 1ns));
  busy.release();
}

TEST(a_task_that_helps, without_a_deadline_waits_for_one_that_runs) {
  pool<> p{{.capacity = 2}};
  event begun, go;
  auto inner = submit_cancellable(p, [&] {
    begun.set();
    go.wait();
  });
  ASSERT_TRUE(begun.wait_for());
  auto outer = p.submit([&] { return inner.help_for(std::chrono::hours::max()); });
  EXPECT_FALSE(outer.wait_for(20ms)) << "it neither returns nor throws before there is an outcome";
  go.set();
  EXPECT_TRUE(outer.get());
}

TEST(a_task_that_helps, is_told_that_a_coroutine_cannot_run_there) {
  pool<> p{{.capacity = 1}};
  const auto helps = [&p] {
    auto inner = submit_cancellable(p, []() -> coroutine<> { co_return; });
    EXPECT_THROW(inner.help_for(std::chrono::hours::max()), std::system_error);
    EXPECT_FALSE(inner.help_for(1us));
  };
  p.run(helps);
}

TEST(the_place_of_a_multi_pool, is_that_of_its_pools) {
  multi_pool<pool<>> many(3, {.capacity = 1});
  const engine::pool_place place = engine::place_of(many);
  EXPECT_EQ(place.begin, &many[0]);
  EXPECT_EQ(static_cast<const std::byte*>(place.begin) + place.bytes, reinterpret_cast<const std::byte*>(&many[2] + 1));
}

}  // namespace
}  // namespace weir::tests
