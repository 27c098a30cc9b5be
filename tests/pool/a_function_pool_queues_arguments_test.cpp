// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// Collects what it is called with; the first call waits until it is released.
struct collector {
  std::mutex mutex;
  std::vector<int> seen;
  event begun;
  event released;

  void operator()(int n) {
    begun.set();
    released.wait();
    const std::lock_guard lock(mutex);
    seen.push_back(n);
  }
  std::vector<int> sorted() {
    const std::lock_guard lock(mutex);
    auto copy = seen;
    std::ranges::sort(copy);
    return copy;
  }
};
auto into(collector& c) {
  return [&c](int n) { c(n); };
}

template <class... Policies>
void calls_once_for_each() {
  collector c;
  c.released.set();
  auto p = make_function_pool<Policies...>(into(c), {.capacity = 2});
  std::vector<int> all;
  for (int n = 0; n < 200; ++n) {
    while (p.post(n) == post_result::full) p.wait_idle();
    all.push_back(n);
  }
  p.wait_idle();
  EXPECT_EQ(c.sorted(), all);
}

TEST(a_function_pool, calls_the_function_once_with_each_argument) {
  calls_once_for_each<>();
  calls_once_for_each<queue::bounded<4>>();
  calls_once_for_each<queue::mutex_fifo>();
  calls_once_for_each<queue::none>();
  calls_once_for_each<queue::bounded<4>, blocking::reject>();
  calls_once_for_each<blocking::caller_runs, queue::bounded<4>>();
}

void square(const int& n) { EXPECT_GE(n, 0); }

TEST(a_function_pool, finds_out_what_the_function_takes) {
  function_pool of_a_lambda([](std::unique_ptr<int> n) { EXPECT_EQ(*n, 1); });
  EXPECT_EQ(of_a_lambda.post(std::make_unique<int>(1)), post_result::accepted);
  function_pool of_a_function(square, {.capacity = 1});
  EXPECT_EQ(of_a_function.post(2), post_result::accepted);
  static_assert(std::is_same_v<decltype(of_a_function)::argument_type, int>);
  function_pool of_a_std_function(std::function<void(std::string)>([](const std::string& s) { EXPECT_EQ(s, "text"); }));
  EXPECT_EQ(of_a_std_function.post("text"), post_result::accepted);
  auto generic = [](auto n) { EXPECT_EQ(n, 3); };
  function_pool<decltype(generic), long> of_a_template(generic);
  EXPECT_EQ(of_a_template.post(3), post_result::accepted);
}

TEST(a_function_pool, has_small_slots) {
  EXPECT_LE(sizeof(engine::argument_task<decltype(into(std::declval<collector&>())), int>), 16U);
  EXPECT_LE(sizeof(engine::argument_task<void (*)(void*), void*>), 16U);
}

TEST(a_function_pool, gives_a_refused_argument_back) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<1>, blocking::reject>(
      [&](std::unique_ptr<int>) {
        begun.set();
        released.wait();
      },
      {.capacity = 1});
  EXPECT_EQ(p.post(std::make_unique<int>(1)), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.try_post(std::make_unique<int>(2)), post_result::accepted);
  auto mine = std::make_unique<int>(3);
  EXPECT_EQ(p.post(std::move(mine)), post_result::full);
  EXPECT_TRUE(mine != nullptr && *mine == 3);
  p.shutdown();
  EXPECT_EQ(p.try_post(std::move(mine)), post_result::closed);
  EXPECT_TRUE(mine != nullptr && *mine == 3);
  released.set();
}

/// An argument that counts how often one was made of another, or assigned.
struct argument {
  static inline int made = 0;
  static inline int assigned = 0;
  argument() = default;
  argument(argument&&) noexcept { ++made; }
  argument& operator=(argument&&) noexcept {
    ++assigned;
    return *this;
  }
};
struct keep_it {
  void operator()(auto dropped) const { EXPECT_TRUE(dropped); }
};

TEST(a_function_pool, gives_nothing_back_of_an_argument_that_it_took) {
  argument::assigned = 0;
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<1>, blocking::discard_newest_to<keep_it>>(
      [&](argument) {
        begun.set();
        released.wait();
      },
      {.capacity = 1});
  EXPECT_EQ(p.post(argument()), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.post(argument()), post_result::accepted);
  EXPECT_EQ(p.post(argument()), post_result::discarded);
  EXPECT_EQ(argument::assigned, 0);
  EXPECT_EQ(p.try_post(argument()), post_result::full);
  EXPECT_EQ(argument::assigned, 1);
  released.set();
}

TEST(a_call_of_a_function_pool, owns_its_argument_until_it_gets_another_or_ends) {
  const auto alive = std::make_shared<int>();
  auto f = [](const std::shared_ptr<int>&) {};
  using call = engine::argument_task<decltype(f), std::shared_ptr<int>>;
  call::target all{&f};
  {
    call c(all, alive);
    EXPECT_EQ(alive.use_count(), 2);
    call& same = c;
    c = std::move(same);
    EXPECT_TRUE(c);
    EXPECT_EQ(alive.use_count(), 2);
    c = call();
    EXPECT_FALSE(c);
    EXPECT_EQ(alive.use_count(), 1);
    c = call(all, alive);
    EXPECT_EQ(alive.use_count(), 2);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(a_call_of_a_function_pool, has_nothing_to_give_if_it_is_empty) {
  using call = engine::argument_task<void (*)(argument), argument>;
  const int before = argument::made;
  call nothing;
  call other(std::move(nothing));
  EXPECT_FALSE(other);
  EXPECT_EQ(argument::made, before);
}

TEST(a_function_pool, hands_back_the_arguments_in_order) {
  collector c;
  auto p = make_function_pool<observer::counters>(into(c), {.capacity = 1});
  EXPECT_EQ(p.post(0), post_result::accepted);
  ASSERT_TRUE(c.begun.wait_for());
  const std::array numbers{1, 2, 3};
  EXPECT_EQ(p.post_bulk(numbers).accepted, 3U);
  EXPECT_EQ(p.purge(), (std::vector{1, 2, 3}));
  EXPECT_EQ(p.post_bulk(std::vector{4, 5}).accepted, 2U);
  EXPECT_EQ(p.stats().queued, 2U);
  EXPECT_EQ(p.stats().suspended, 0U) << "an argument cannot wait";
  EXPECT_EQ(p.stop(), (std::vector{4, 5}));
  EXPECT_EQ(p.post(6), post_result::closed);
  c.released.set();
  p.join();
  EXPECT_EQ(c.sorted(), std::vector{0});
  EXPECT_EQ(p.stats().completed, 1U);
  EXPECT_TRUE(p.restart());
  EXPECT_EQ(p.post(7), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(c.sorted(), (std::vector{0, 7}));
}

TEST(a_function_pool, times_out_and_pauses_like_any_other) {
  collector c;
  c.released.set();
  auto p = make_function_pool<queue::bounded<1>>(into(c), {.capacity = 1});
  {
    const auto paused = p.pause();
    EXPECT_EQ(p.try_post(1), post_result::accepted);
    EXPECT_EQ(p.post_for(std::chrono::milliseconds(1), 2), post_result::timed_out);
    EXPECT_EQ(p.try_post(2), post_result::full);
  }
  p.wait_idle();
  EXPECT_EQ(c.sorted(), std::vector{1});
}

TEST(a_function_pool, may_be_posted_to_by_its_function) {
  struct countdown {
    function_pool<countdown, int>** self;
    void operator()(int n) const {
      EXPECT_EQ(n == 0 || (*self)->post(n - 1) == post_result::accepted, true);
      EXPECT_THROW((*self)->wait_idle(), std::system_error);
    }
  };
  function_pool<countdown, int>* self = nullptr;
  function_pool<countdown, int> p(countdown{&self}, {.capacity = 1});
  self = &p;
  EXPECT_EQ(p.post(100), post_result::accepted);
  p.wait_idle();
}

TEST(a_function_pool, lets_the_panic_policy_hear_of_exceptions) {
  auto p = make_function_pool<panic::ignore, observer::counters>([](int n) {
    if (n == 1) throw std::domain_error("on purpose");
  });
  EXPECT_EQ(p.post(1), post_result::accepted);
  EXPECT_EQ(p.post(2), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(p.stats().panicked, 1U);
  EXPECT_EQ(p.stats().completed, 1U);
}

TEST(a_function_pool, destroys_each_argument_once) {
  const auto counted = std::make_shared<int>();
  {
    event begun;
    event released;
    auto p = make_function_pool<queue::bounded<2>, blocking::discard_oldest>(
        [&](std::shared_ptr<int>) {
          begun.set();
          released.wait();
        },
        {.capacity = 1});
    EXPECT_EQ(p.post(counted), post_result::accepted);
    ASSERT_TRUE(begun.wait_for());
    for (int n = 0; n < 5; ++n) EXPECT_EQ(p.post(counted), post_result::accepted);
    EXPECT_EQ(counted.use_count(), 4) << "ours, the running one, and two that wait";
    EXPECT_EQ(p.purge().size(), 2U);
    EXPECT_EQ(counted.use_count(), 2);
    EXPECT_EQ(p.post(counted), post_result::accepted);
    released.set();
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(a_function_pool, refuses_an_empty_function) {
  EXPECT_THROW((function_pool<void (*)(int), int>(nullptr)), std::invalid_argument);
  EXPECT_THROW(function_pool(std::function<void(int)>()), std::invalid_argument);
}

TEST(a_function_pool, destroys_an_argument_that_has_an_address_operator_of_its_own) {
  struct argument {
    std::shared_ptr<int> owner;
    int** operator&() { return nullptr; }
  };
  const auto owner = std::make_shared<int>(1);
  {
    function_pool p([](argument) {});
    for (int i = 0; i != 3; ++i) EXPECT_EQ(p.post(argument{owner}), post_result::accepted);
  }
  EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace weir::tests
