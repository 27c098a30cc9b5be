// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/any.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/policies/blocking/discards.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using each = testing::Types<blocking::any_by<blocking_choice::wait>, blocking::any_by<blocking_choice::reject>,
                            blocking::any_by<blocking_choice::caller_runs>, blocking::any_by<blocking_choice::discard_newest>,
                            blocking::any_by<blocking_choice::overflow_spawn>>;
INSTANTIATE_TYPED_TEST_SUITE_P(any_blocking, blocking_conformance, each, numbered);

using of_one = pool<blocking::any, queue::bounded<1>, observer::counters>;

/// A pool whose worker is held and whose queue has a task that writes 1.
struct full_pool {
  std::vector<int> ran;  // written by one thread at a time
  of_one p;
  hold busy;
  auto write(int n) {
    return [this, n] { ran.push_back(n); };
  }
  explicit full_pool(const options& o) : p(o) {
    busy.occupy(p);
    EXPECT_EQ(p.try_post(write(1)), post_result::accepted);
  }
  void finish() {
    busy.release();
    p.wait_idle();
  }
};

TEST(any_blocking, waits_if_told_so_or_nothing) {
  for (const options& o : {options{.capacity = 1}, options{.capacity = 1, .blocking = blocking_choice::wait}}) {
    full_pool full(o);
    EXPECT_EQ(full.p.post_for(1ms, full.write(2)), post_result::timed_out);
    std::thread submitter([&] { EXPECT_EQ(full.p.post(full.write(3)), post_result::accepted); });
    ASSERT_TRUE(eventually([&] { return full.p.stats().waiting == 1; }));
    full.busy.release();
    submitter.join();
    full.finish();
    EXPECT_EQ(full.ran, (std::vector{1, 3}));
  }
}

TEST(any_blocking, lets_so_many_wait_as_told) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::wait, .most_waiting = 1});
  std::thread submitter([&] { EXPECT_EQ(full.p.post(full.write(2)), post_result::accepted); });
  ASSERT_TRUE(eventually([&] { return full.p.stats().waiting == 1; }));
  EXPECT_EQ(full.p.post_for(2s, full.write(3)), post_result::full) << "a deadline gives no place in the line";
  full.busy.release();
  submitter.join();
}

TEST(any_blocking, rejects_if_told_so) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::reject});
  EXPECT_EQ(full.p.post(full.write(2)), post_result::full);
  EXPECT_EQ(full.p.post_for(1h, full.write(2)), post_result::full);
  full.finish();
  EXPECT_EQ(full.ran, (std::vector{1}));
}

TEST(any_blocking, lets_the_caller_run_if_told_so) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::caller_runs});
  EXPECT_EQ(full.p.post(full.write(2)), post_result::accepted);
  EXPECT_EQ(full.p.post_for(1h, full.write(3)), post_result::accepted);
  EXPECT_EQ(full.ran, (std::vector{2, 3}));
  full.finish();
  EXPECT_EQ(full.ran, (std::vector{2, 3, 1}));
}

TEST(any_blocking, discards_the_newest_if_told_so) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::discard_newest});
  EXPECT_EQ(full.p.post(full.write(2)), post_result::discarded);
  full.finish();
  EXPECT_EQ(full.ran, (std::vector{1}));
  EXPECT_EQ(full.p.stats().discarded, 1U);
}

TEST(any_blocking, discards_the_oldest_if_told_so) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::discard_oldest});
  EXPECT_EQ(full.p.post(full.write(2)), post_result::accepted);
  full.finish();
  EXPECT_EQ(full.ran, (std::vector{2}));
  EXPECT_EQ(full.p.stats().discarded, 1U);
}

TEST(any_blocking, starts_a_worker_if_told_so) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::overflow_spawn});
  hold beyond;
  beyond.occupy(full.p);
  EXPECT_EQ(full.p.stats().workers, 2U);
  beyond.release();
  full.finish();
  EXPECT_TRUE(eventually([&] { return full.p.stats().workers == 1; }));
}

TEST(any_blocking, gives_what_it_drops_to_a_discard) {
  keep::kept().clear();
  pool<blocking::any_by<blocking_choice::wait, keep>, queue::bounded<1>> p{{.capacity = 1, .blocking = blocking_choice::discard_newest}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] {}), post_result::discarded);
  EXPECT_EQ(keep::kept().size(), 1U);
  keep::kept().clear();
}

TEST(any_blocking, is_followed_by_coroutines) {
  full_pool full({.capacity = 1, .blocking = blocking_choice::reject});
  pool<> other{{.capacity = 1}};
  const auto asks = [&]() -> coroutine<> {
    const post_result posted = co_await full.p.async_post(full.write(2));
    EXPECT_EQ(posted, post_result::full);
    const post_result scheduled = co_await full.p.schedule();
    EXPECT_EQ(scheduled, post_result::full);
  };
  other.submit(asks).get();
  EXPECT_EQ(full.p.stats().waiting, 0U);
}

TEST(any_blocking, lets_coroutines_wait_in_a_line_as_long_as_told) {
  full_pool full({.capacity = 1, .most_waiting = 1});
  pool<> other{{.capacity = 2}};
  const auto asks = [&]() -> coroutine<bool> {
    const post_result r = co_await full.p.schedule();
    co_return r == post_result::accepted;
  };
  auto first = other.submit(asks);
  ASSERT_TRUE(eventually([&] { return full.p.stats().waiting == 1; }));
  EXPECT_FALSE(other.submit(asks).get());
  full.busy.release();
  EXPECT_TRUE(first.get());
}

TEST(any_blocking, is_chosen_by_a_name) {
  for (const auto& [name, choice] : {std::pair{"wait", blocking_choice::wait},
                                     {"reject", blocking_choice::reject},
                                     {"caller_runs", blocking_choice::caller_runs},
                                     {"discard_newest", blocking_choice::discard_newest},
                                     {"discard_oldest", blocking_choice::discard_oldest},
                                     {"overflow_spawn", blocking_choice::overflow_spawn}})
    EXPECT_EQ(blocking_choice_named(name), choice);
  try {
    static_cast<void>(blocking_choice_named("shrug"));
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("no choice 'shrug'"), std::string::npos);
  }
}

template <class Pool>
void refuses(const options& o, const char* because) {
  try {
    const Pool p(o);
    ADD_FAILURE() << "it should say: " << because;
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find(because), std::string::npos) << e.what();
  }
}

TEST(any_blocking, refuses_what_the_pool_cannot_follow) {
  refuses<pool<blocking::any, queue::none>>({.blocking = blocking_choice::discard_oldest}, "keeps no task");
  refuses<light_pool<blocking::any, queue::bounded<1>>>({.blocking = blocking_choice::caller_runs}, "where it cannot wait");
  refuses<of_one>({.most_waiting = 0}, "at least 1");
  refuses<of_one>({.blocking = blocking_choice::reject, .most_waiting = 1}, "nobody waits");
  refuses<pool<queue::bounded<1>>>({.blocking = blocking_choice::wait}, "is in its type");
  refuses<pool<>>({.most_waiting = 1}, "is in its type");
}

TEST(any_blocking, is_chosen_in_light_pools_too) {
  light_pool<blocking::any, queue::bounded<1>> p{{.capacity = 1, .carriers = 1, .blocking = blocking_choice::reject}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] {}), post_result::full);
}

TEST(any_blocking, is_chosen_in_function_pools_too) {
  static hold busy;
  static const auto held = [](int) { busy.task()(); };
  auto p = make_function_pool<blocking::any, queue::bounded<1>>(+held, {.capacity = 1, .blocking = blocking_choice::discard_newest});
  EXPECT_EQ(p.post(1), post_result::accepted);
  ASSERT_TRUE(busy.begun());
  EXPECT_EQ(p.post(2), post_result::accepted);
  EXPECT_EQ(p.post(3), post_result::discarded);
  busy.release();
}

TEST(any_blocking, is_followed_by_a_task_that_posts_to_its_own_multi_pool) {
  multi_pool<of_one> two(2, {.capacity = 1, .blocking = blocking_choice::discard_newest});
  const auto fills = [&] {
    while (two.try_post([] {}) == post_result::accepted) {
    }
    return two.post([] {});
  };
  hold other;
  ASSERT_EQ(two.post(other.task()), post_result::accepted);
  ASSERT_TRUE(other.begun());
  EXPECT_EQ(two.submit(fills).get(), post_result::discarded);
}

}  // namespace
}  // namespace weir::tests
