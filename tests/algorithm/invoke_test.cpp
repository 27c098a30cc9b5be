// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/map.hpp>
#include <weir/algorithm/run_bulk.hpp>
#include <weir/algorithm/sort.hpp>
#include <weir/coroutine.hpp>
#include <weir/multi_pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/algorithm/pools.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace weir::tests {
namespace {

template <class Pool>
class an_invocation : public testing::Test {};
TYPED_TEST_SUITE(an_invocation, pools_of_algorithms, numbered);

template <class Where>
long fib(Where& where, int n) {
  if (n < 2) return n;
  auto [a, b] = invoke(
      where, [n](auto& here) { return fib(here, n - 1); }, [n](auto& here) { return fib(here, n - 2); });
  return a + b;
}

TYPED_TEST(an_invocation, may_be_a_tree_of_forks) {
  TypeParam p{{.capacity = 2}};
  EXPECT_EQ(fib(p, 25), 75'025);
}

TYPED_TEST(an_invocation, of_a_pool_that_gives_no_help_is_done_by_its_caller) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(fib(p, 20), 6765);
  EXPECT_EQ(invoke(
                p, [] { return 1; }, [] { return 2; }),
            std::tuple(1, 2));
}

TYPED_TEST(an_invocation, gives_all_results_in_order) {
  TypeParam p{{.capacity = 2}};
  auto [one, nothing, text, owner] = invoke(
      p, [] { return 1; }, [] {}, [] { return std::string("two"); }, [](fork_context<TypeParam>&) { return std::make_unique<int>(3); });
  EXPECT_EQ(one, 1);
  EXPECT_EQ(nothing, std::monostate());
  EXPECT_EQ(text, "two");
  EXPECT_EQ(*owner, 3);
  static_assert(std::is_void_v<decltype(invoke(
                    p, [] {}, [] {}))>);
}

TYPED_TEST(an_invocation, throws_what_its_first_callable_threw_when_all_have_ended) {
  TypeParam p{{.capacity = 2}};
  for (int round = 0; round != 100; ++round) {
    std::atomic<int> inside{0};
    const auto throws = [&](const char* what) {
      return [&inside, what] {
        inside.fetch_add(1);
        std::this_thread::yield();
        inside.fetch_sub(1);
        throw std::runtime_error(what);
      };
    };
    try {
      invoke(p, throws("first"), throws("second"), throws("third"));
      ADD_FAILURE();
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "first");
    }
    EXPECT_EQ(inside.load(), 0);
    EXPECT_THROW(invoke(
                     p, [] {}, throws("second")),
                 std::runtime_error);
  }
}

TEST(an_invocation_of, plain_callables_gives_each_a_thread) {
  thread_pool p({.capacity = 2});
  event a, b, c;
  std::atomic<int> met{0};
  invoke(
      p, [&] { a.set(), met += b.wait_for() && c.wait_for(); }, [&] { b.set(), met += a.wait_for() && c.wait_for(); },
      [&] { c.set(), met += a.wait_for() && b.wait_for(); });
  EXPECT_EQ(met.load(), 3);
}

TEST(a_fork, keeps_its_frame_when_a_part_ends_the_thread_that_waits_for_it) {
  using context = fork_context<thread_pool>;
  thread_pool p({.capacity = 1});
  event second_begun, part_begun, left;
  const auto leaves = [&] {
    const struct frame {
      event& left;
      ~frame() { left.set(); }
    } mine{left};
    engine::unrolled_context<thread_pool> own(p);
    context& here = own;
    const auto first = [&](context&) { EXPECT_TRUE(second_begun.wait_for()); };
    const auto part = [&](context&) {
      part_begun.set();
      pthread_exit(nullptr);
    };
    const auto second = [&](context& there) {
      second_begun.set();
      there.fork(
          [&](context&) {
            EXPECT_TRUE(part_begun.wait_for());
            EXPECT_FALSE(left.wait_for(std::chrono::milliseconds(50)));
          },
          part, true);
    };
    here.fork(first, second, true);
  };
  std::thread(leaves).join();
  EXPECT_TRUE(left.happened());
  p.shutdown();
}

TEST(an_invocation_of, plain_callables_by_a_context_gives_each_a_thread) {
  thread_pool p({.capacity = 2});
  event a, b, c;
  std::atomic<int> met{0};
  invoke(p, [&](auto& here) {
    invoke(
        here, [&] { a.set(), met += b.wait_for() && c.wait_for(); }, [&] { b.set(), met += a.wait_for() && c.wait_for(); },
        [&] { c.set(), met += a.wait_for() && b.wait_for(); });
  });
  EXPECT_EQ(met.load(), 3);
}

TEST(an_invocation_of, results_that_cannot_be_assigned_is_a_tuple_too) {
  struct fixed {
    const int number;
  };
  pool<> p{{.capacity = 1}};
  EXPECT_EQ(std::get<1>(invoke(
                            p, [] { return 1; }, [] { return fixed{2}; }))
                .number,
            2);
}

TEST(an_invocation_of, one_callable_calls_it) {
  thread_pool p({.capacity = 1});
  const std::tuple<std::pair<int, int>> of_a_pair = invoke(p, [] { return std::pair(1, 2); });
  EXPECT_EQ(std::get<0>(of_a_pair), std::pair(1, 2));
  EXPECT_EQ(invoke(p, [] { return 5; }), std::tuple(5));
}

TEST(run_bulk_of, a_vector_calls_each_once) {
  thread_pool p({.capacity = 2});
  std::vector<int> calls(100);
  std::vector<std::function<void()>> tasks;
  for (int& each : calls) tasks.emplace_back([&each] { ++each; });
  EXPECT_TRUE(run_bulk(p, tasks));
  EXPECT_EQ(calls, std::vector<int>(100, 1));
  tasks[50] = [] { throw 50; };
  EXPECT_THROW(run_bulk(p, tasks), int);
}

TEST(a_map_of, results_that_cannot_be_default_constructed_and_of_bools_is_a_vector_too) {
  struct result {
    explicit result(int v) : value(v) {}
    int value;
  };
  thread_pool p({.capacity = 2});
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const std::vector<result> made = map(p, numbers, [](int n) { return result(n); });
  const std::vector<bool> even = map(p, numbers, [](int n) { return n % 2 == 0; });
  for (int n = 0; n != 1000; ++n) {
    EXPECT_EQ(made[static_cast<std::size_t>(n)].value, n);
    EXPECT_EQ(even[static_cast<std::size_t>(n)], n % 2 == 0);
  }
}

TEST(a_map_of, results_that_cannot_be_assigned_is_a_vector_too) {
  struct page {
    const int id;
  };
  thread_pool p({.capacity = 2});
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const std::vector<page> pages = map(p, numbers, [](int n) { return page{n}; });
  for (int n = 0; n != 1000; ++n) EXPECT_EQ(pages[static_cast<std::size_t>(n)].id, n);
}

TEST(a_map_of, results_that_cannot_be_default_constructed_moves_each_once_more) {
  struct result {
    result(int v, std::atomic<int>& counted) : value(v), moves(counted) {}
    result(result&& other) noexcept : value(other.value), moves(other.moves) { moves.fetch_add(1); }
    int value;
    std::atomic<int>& moves;
  };
  thread_pool p({.capacity = 2});
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::atomic<int> moves{0};
  const std::vector<result> made = map(p, numbers, [&](int n) { return result(n, moves); });
  EXPECT_LE(moves.load(), 2 * 1000);
  for (int n = 0; n != 1000; ++n) EXPECT_EQ(made[static_cast<std::size_t>(n)].value, n);
}

TEST(a_sort_of, elements_that_can_only_be_moved_or_are_all_equal_ends) {
  thread_pool p({.capacity = 2});
  std::vector<std::unique_ptr<int>> owners;
  for (int n = 0; n != 5000; ++n) owners.push_back(std::make_unique<int>((n * 7919) % 5003));
  const auto less = [](const auto& a, const auto& b) { return *a < *b; };
  sort(p, owners, less);
  EXPECT_TRUE(std::is_sorted(owners.begin(), owners.end(), less));
  std::vector<int> same(100'000, 7);
  sort(p, same);
  EXPECT_EQ(same, std::vector<int>(100'000, 7));
  std::vector<int> rising(100'000);
  std::iota(rising.begin(), rising.end(), 0);
  auto falling = std::vector<int>(rising.rbegin(), rising.rend());
  sort(p, falling);
  EXPECT_EQ(falling, rising);
}

TEST(an_algorithm, runs_on_a_multi_pool_too) {
  multi_pool<thread_pool> p(2, {.capacity = 1});
  std::atomic<int> calls{0};
  for_each_index(p, 0, 20, [&](int) { calls.fetch_add(1); });
  EXPECT_EQ(calls.load(), 20);
  EXPECT_EQ(fib(p, 15), 610);
}

TEST(an_algorithm_in_a_coroutine, runs_on_the_pool_that_is_scheduled_and_holds_no_thread_of_its_own_pool) {
  thread_pool home({.capacity = 1});
  thread_pool workers({.capacity = 2});
  std::atomic<int> calls{0};
  std::atomic<bool> elsewhere{true};
  const std::thread::id home_thread = home.run([] { return std::this_thread::get_id(); });
  auto sums = [&]() -> coroutine<int> {
    const post_result there = co_await workers.schedule();
    EXPECT_EQ(there, post_result::accepted);
    for_each_index(workers, 0, 20, [&](int) {
      calls.fetch_add(1);
      if (std::this_thread::get_id() == home_thread) elsewhere = false;
    });
    co_return calls.load();
  };
  EXPECT_EQ(home.submit(sums).get(), 20);
  EXPECT_TRUE(elsewhere.load());
}

/// Its callables take the type of context that it was called with, and no other.
template <class Context>
int leaves_of(Context& here, int n) {
  if (n < 2) return 1;
  const auto half = [](Context& there, int m) { return leaves_of(there, m); };
  const auto [a, b] = invoke(
      here, [&](Context& there) { return half(there, n / 2); }, [&](Context& there) { return half(there, n - n / 2); });
  std::atomic<int> in_a_loop{0};
  if (n == 2) for_each_index(here, 0, 2, [&](Context& there, int) { in_a_loop += leaves_of(there, 1); });
  return n == 2 ? in_a_loop.load() : a + b;
}
template <class Context>
int trees_of_leaves(Context& here, int depth) {
  if (depth == 0) return leaves_of(here, 8);
  const auto [a, b] = invoke(
      here, [depth](auto& there) { return trees_of_leaves(there, depth - 1); },
      [depth](auto& there) { return trees_of_leaves(there, depth - 1); });
  return a + b;
}

TEST(invoke, calls_callables_that_take_the_context_of_a_caller_that_got_it_from_any_level) {
  thread_pool p({.capacity = 1});
  for (int depth = 0; depth != 9; ++depth)
    EXPECT_EQ(invoke(p, [&](auto& here) { return trees_of_leaves(here, depth); }), std::tuple(8 << depth));
}

}  // namespace
}  // namespace weir::tests
