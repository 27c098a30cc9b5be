// SPDX-License-Identifier: Apache-2.0
#include <weir/async_semaphore.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/sleep.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/reason_of.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

struct plain {
  static int twice(int n) { return 2 * n; }
};
struct waits {
  static coroutine<int> twice(int n) {
    co_await yield();
    co_await sleep_for(1ms);
    co_return 2 * n;
  }
};

template <class Twice, class... Policies>
struct kind {
  static auto make(options o = {}) {
    if (o.capacity == 0) o.capacity = 100;  // coroutines of light pools at once
    o.carriers = 2;
    return make_function_pool<Policies...>(&Twice::twice, o);
  }
};

template <class Kind>
class a_function_pool_with_results : public testing::Test {};
using kinds = testing::Types<kind<plain>, kind<plain, queue::bounded<256>>, kind<plain, queue::none>, kind<plain, queue::keyed>,
                             kind<plain, queue::bounded<4>, blocking::caller_runs>, kind<plain, agents::light>, kind<waits>,
                             kind<waits, queue::bounded<256>>, kind<waits, queue::none>, kind<waits, agents::light>,
                             kind<waits, agents::light, queue::bounded<256>>, kind<waits, agents::light, queue::none>>;
TYPED_TEST_SUITE(a_function_pool_with_results, kinds, numbered);

TYPED_TEST(a_function_pool_with_results, gives_each_submitter_the_result_of_its_own_argument) {
  auto p = TypeParam::make();
  static_assert(std::is_same_v<typename decltype(p)::future_type, future<int>>);
  std::vector<future<int>> results;
  for (int n = 0; n < 100; ++n) results.push_back(p.submit(n));
  for (int n = 0; n < 100; ++n) EXPECT_EQ(results[static_cast<std::size_t>(n)].get(), 2 * n);
}

TYPED_TEST(a_function_pool_with_results, gives_the_results_of_a_batch_in_the_order_of_its_arguments) {
  auto p = TypeParam::make();
  std::vector<int> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 0);
  auto results = p.submit_bulk(numbers);
  ASSERT_EQ(results.size(), numbers.size());
  for (const int n : numbers) EXPECT_EQ(results[static_cast<std::size_t>(n)].get(), 2 * n);
  EXPECT_EQ(p.submit_bulk(std::vector<int>()).size(), 0U);
}

TYPED_TEST(a_function_pool_with_results, takes_posts_beside_submits) {
  auto p = TypeParam::make();
  for (int n = 0; n < 50; ++n) {
    auto result = p.submit(n);
    EXPECT_EQ(p.post(n), post_result::accepted);
    EXPECT_EQ(result.get(), 2 * n);
  }
  p.wait_idle();
}

TEST(a_future_of_a_function_pool, gets_what_the_call_throws_and_the_panic_policy_does_not) {
  auto p = make_function_pool<panic::ignore, observer::counters>([](int n) {
    if (n == 1) throw std::domain_error("on purpose");
    return n;
  });
  auto thrown = p.submit(1), given = p.submit(2);
  EXPECT_THROW(thrown.get(), std::domain_error);
  EXPECT_EQ(given.get(), 2);
  EXPECT_EQ(p.stats().panicked, 0U);
}

TEST(a_future_of_a_function_pool, gets_what_a_coroutine_throws_before_and_after_it_waited) {
  auto p = make_function_pool<panic::ignore, observer::counters>([](int n) -> coroutine<int> {
    if (n == 1) throw std::domain_error("at once");
    co_await yield();
    if (n == 2) throw std::range_error("later");
    co_return n;
  });
  auto at_once = p.submit(1), later = p.submit(2), never = p.submit(3);
  EXPECT_THROW(at_once.get(), std::domain_error);
  EXPECT_THROW(later.get(), std::range_error);
  EXPECT_EQ(never.get(), 3);
  EXPECT_EQ(p.stats().panicked, 0U);
}

TEST(a_future_of_a_function_pool, may_be_of_nothing_of_a_reference_or_of_what_only_moves) {
  event called;
  function_pool to_nothing([&](int) { called.set(); });
  static_assert(std::is_same_v<decltype(to_nothing.submit(1)), future<void>>);
  to_nothing.submit(1).get();
  EXPECT_TRUE(called.happened());

  std::array<int, 3> table{10, 11, 12};
  auto at = make_function_pool([&](std::size_t n) -> int& { return table[n]; });
  EXPECT_EQ(&at.submit(1U).get(), &table[1]);

  function_pool owning([](std::unique_ptr<int> n) { return n; });
  EXPECT_EQ(*owning.submit(std::make_unique<int>(7)).get(), 7);
}

TEST(a_future_of_a_function_pool, is_ready_with_the_reason_if_the_argument_is_refused) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<1>, blocking::reject>(
      [&](std::unique_ptr<int> n) {
        begun.set();
        released.wait();
        return *n;
      },
      {.capacity = 1});
  auto running = p.submit(std::make_unique<int>(1));
  ASSERT_TRUE(begun.wait_for());
  auto queued = p.submit(std::make_unique<int>(2));
  auto mine = std::make_unique<int>(3);
  auto refused = p.submit(std::move(mine));
  EXPECT_TRUE(refused.ready() && reason_of(refused) == post_result::full);
  EXPECT_TRUE(mine != nullptr && *mine == 3) << "and the argument is moved back, as by post";
  p.shutdown();
  auto late = p.submit(std::move(mine));
  EXPECT_EQ(reason_of(late), post_result::closed);
  released.set();
  EXPECT_EQ(running.get(), 1);
  EXPECT_EQ(queued.get(), 2);
}

TEST(a_batch_of_submits, stops_at_the_first_that_is_refused_and_has_a_future_for_each) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<2>, blocking::reject>(
      [&](std::unique_ptr<int> n) {
        begun.set();
        released.wait();
        return *n;
      },
      {.capacity = 1});
  EXPECT_EQ(p.post(std::make_unique<int>(0)), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  std::vector<std::unique_ptr<int>> mine;
  for (int n = 1; n <= 5; ++n) mine.push_back(std::make_unique<int>(n));
  auto results = p.submit_bulk(std::move(mine));
  ASSERT_EQ(results.size(), 5U);
  EXPECT_TRUE(mine[0] == nullptr && mine[1] == nullptr);
  for (const std::size_t n : {2U, 3U, 4U}) {
    EXPECT_TRUE(mine[n] != nullptr) << n;
    EXPECT_EQ(reason_of(results[n]), post_result::full) << n;
  }
  released.set();
  EXPECT_EQ(results[0].get(), 1);
  EXPECT_EQ(results[1].get(), 2);
}

TEST(a_future_of_a_function_pool, says_cancelled_if_its_argument_is_taken_out_of_the_queue) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<2>, blocking::discard_oldest>(
      [&](int n) {
        begun.set();
        released.wait();
        return n;
      },
      {.capacity = 1});
  auto running = p.submit(0);
  ASSERT_TRUE(begun.wait_for());
  auto dropped = p.submit(1), purged = p.submit(2), purged_too = p.submit(3);
  EXPECT_EQ(reason_of(dropped), post_result::cancelled);
  EXPECT_FALSE(purged.ready());
  EXPECT_EQ(p.purge(), (std::vector{2, 3}));
  EXPECT_EQ(reason_of(purged), post_result::cancelled);
  EXPECT_EQ(reason_of(purged_too), post_result::cancelled);
  auto stopped = p.submit(4);
  EXPECT_EQ(p.stop(), std::vector{4});
  EXPECT_EQ(reason_of(stopped), post_result::cancelled);
  released.set();
  EXPECT_EQ(running.get(), 0);
}

TEST(a_submitted_argument, is_destroyed_once_and_may_lose_its_future) {
  const auto counted = std::make_shared<int>();
  {
    function_pool p([](const std::shared_ptr<int>& n) { return n.use_count(); });
    EXPECT_GE(p.submit(counted).get(), 2);
    { auto unwanted = p.submit(counted); }
    p.wait_idle();
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(a_submitted_argument, lives_until_its_coroutines_end) {
  const auto held = std::make_shared<std::string>("a text that is too long for a small string");
  function_pool p([](const std::shared_ptr<std::string>& by_reference) -> coroutine<std::string> {
    co_await sleep_for(1ms);
    co_return *by_reference;
  });
  EXPECT_EQ(p.submit(held).get(), *held);
  p.wait_idle();
  EXPECT_EQ(held.use_count(), 1) << "and not longer";
}

TEST(a_future_of_a_function_pool, is_awaited_by_a_coroutine_and_refuses_to_block_a_call) {
  function_pool<coroutine<int> (*)(int), int, agents::light>* self = nullptr;
  auto p = make_function_pool<agents::light>(
      +[](int n) -> coroutine<int> {
        co_await yield();
        co_return n + 1;
      },
      {.capacity = 8, .carriers = 1});
  self = &p;
  light_pool<> others({.capacity = 8, .carriers = 1});
  auto sum = others.submit([self]() -> coroutine<int> {
    auto first = self->submit(1);
    auto second = self->submit(co_await first);
    co_return co_await second;
  });
  EXPECT_EQ(sum.get(), 3);

  struct asks_itself {
    function_pool<asks_itself, int>** pool;
    int operator()(int n) const {
      if (n == 0) return 0;
      auto other = (*pool)->submit(0);
      EXPECT_THROW(other.wait(), std::system_error);
      return n;
    }
  };
  function_pool<asks_itself, int>* asked = nullptr;
  function_pool<asks_itself, int> q(asks_itself{&asked}, {.capacity = 1});
  asked = &q;
  EXPECT_EQ(q.submit(1).get(), 1);
}

TEST(a_submit_of_a_function_pool, takes_the_tag_of_the_queue) {
  std::vector<int> order;
  event begun;
  event released;
  auto p = make_function_pool<queue::keyed>(
      [&](int n) {
        if (n == 0) {
          begun.set();
          released.wait();
        }
        order.push_back(n);
        return n;
      },
      {.capacity = 2});
  auto first = p.submit(0, key{7});
  ASSERT_TRUE(begun.wait_for());
  auto second = p.submit(1, key{7});
  released.set();
  EXPECT_EQ(second.get(), 1);
  EXPECT_EQ(order, (std::vector{0, 1}));
  EXPECT_EQ(first.get(), 0);
}

}  // namespace
}  // namespace weir::tests
