// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/multi_pool.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>
#include <weir/share.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(loop_lengths, know_nothing_of_a_kind_that_was_not_called) {
  const engine::loop_lengths<platform::native> lengths;
  const char kind = 0;
  EXPECT_FALSE(lengths.was_long(&kind));
  EXPECT_FALSE(lengths.was_brief(&kind));
}

TEST(loop_lengths, keep_what_was_noted_last) {
  engine::loop_lengths<platform::native> lengths;
  const char kind = 0;
  for (const bool is_long : {true, true, false, false, true}) {
    lengths.note(&kind, is_long);
    EXPECT_EQ(lengths.was_long(&kind), is_long);
    EXPECT_EQ(lengths.was_brief(&kind), !is_long);
  }
}

TEST(loop_lengths, tell_kinds_with_neighbouring_addresses_apart) {
  engine::loop_lengths<platform::native> lengths;
  const std::array<char, 16> kinds{};
  lengths.note(&kinds[7], true);
  for (const char& each : kinds) EXPECT_EQ(lengths.was_long(&each), &each == &kinds[7]);
}

/// The only worker of a pool is busy, so that calls for help stay in the queue. Elements take the time that the test says.
class a_repeated_loop : public testing::Test {
 protected:
  void SetUp() override { busy_.occupy(p); }

  /// Runs a loop of one kind over `n` elements that take `each`. Returns how many calls for help there were before the first one, and in all.
  template <class Where>
  std::array<std::size_t, 2> calls_for_help(Where& where, int n, std::chrono::nanoseconds each) {
    std::array<std::size_t, 2> calls{};
    for_each_index(where, 0, n, [&](int i) {
      if (i == 0) calls[0] = p.purge().size();
      manual_clock::clock::advance(each);
    });
    calls[1] = calls[0] + p.purge().size();
    return calls;
  }
  using calls = std::array<std::size_t, 2>;

  pool<manual_clock> p{{.capacity = 1}};

 private:
  hold busy_;
};

TEST_F(a_repeated_loop, that_was_long_calls_for_help_before_its_first_element) {
  EXPECT_EQ(calls_for_help(p, 33, 1us), (calls{0, 1}));
  EXPECT_EQ(calls_for_help(p, 33, 1us)[0], 1u);
  EXPECT_EQ(calls_for_help(p, 1000, 1us)[0], 1u);
}

TEST_F(a_repeated_loop, that_was_long_and_is_brief_calls_once_in_vain) {
  EXPECT_EQ(calls_for_help(p, 100, 1us)[0], 0u);
  EXPECT_EQ(calls_for_help(p, 100, 0ns), (calls{1, 1}));
  EXPECT_EQ(calls_for_help(p, 100, 0ns), (calls{0, 0}));
}

TEST_F(a_repeated_loop, of_few_elements_calls_no_help_after_it_was_brief) {
  EXPECT_EQ(calls_for_help(p, 8, 0ns)[0], 1u);
  EXPECT_EQ(calls_for_help(p, 8, 0ns), (calls{0, 0}));
  EXPECT_EQ(calls_for_help(p, 32, 0ns), (calls{0, 0}));
  EXPECT_EQ(calls_for_help(p, 8, 10us), (calls{0, 1})) << "its first element was long";
  EXPECT_EQ(calls_for_help(p, 8, 10us)[0], 1u);
}

/// As an inner node of a recursion, which follows many leaves.
TEST_F(a_repeated_loop, is_not_expected_to_be_brief_within_another) {
  EXPECT_EQ(calls_for_help(p, 8, 0ns)[0], 1u);
  for_each_index(p, 0, 1, [&](int) { EXPECT_EQ(calls_for_help(p, 8, 0ns)[0], 1u); });
  EXPECT_EQ(calls_for_help(p, 8, 0ns)[0], 0u);
}

/// All of its elements together take 10 us, or a little less.
TEST_F(a_repeated_loop, is_long_if_its_elements_are_worth_a_wake_up) {
  EXPECT_EQ(calls_for_help(p, 8, 1250ns)[0], 1u);
  EXPECT_EQ(calls_for_help(p, 8, 1249ns)[0], 1u);
  EXPECT_EQ(calls_for_help(p, 8, 1249ns)[0], 0u);
}

TEST_F(a_repeated_loop, is_no_other_kind_of_loop) {
  EXPECT_EQ(calls_for_help(p, 8, 0ns)[0], 1u);
  for_each_index(p, 0, 8, [](int) {});
  EXPECT_EQ(p.purge().size(), 1u);
  static_cast<void>(transform_reduce(p, std::array<int, 4>{}, 0, std::plus<>{}, [](int i) { return i; }));
  EXPECT_EQ(p.purge().size(), 1u);
}

TEST_F(a_repeated_loop, says_nothing_if_its_elements_were_skipped) {
  std::stop_source stop;
  stop.request_stop();
  const auto loop = [&](std::stop_token token) {
    return for_each_index(
        p, 0, 8, [](int) {}, std::move(token));
  };
  EXPECT_FALSE(loop(stop.get_token()));
  static_cast<void>(p.purge());
  EXPECT_TRUE(loop({}));
  EXPECT_EQ(p.purge().size(), 1u);
}

/// Their looks at the clock would be taken for those of the loop.
TEST_F(a_repeated_loop, whose_elements_get_a_context_is_not_expected_to_be_brief) {
  const auto loop = [&] { for_each_index(p, 0, 8, [](auto&, int) {}); };
  loop();
  EXPECT_EQ(p.purge().size(), 1u);
  loop();
  EXPECT_EQ(p.purge().size(), 1u);
}

/// A pool whose worker has done what it was called for before the call returns, which takes as long as many elements.
struct slow_pool {
  using platform_type = manual_clock;
  engine::loop_lengths<manual_clock> lengths;

  template <class F>
  post_result try_post(F&& f) {
    manual_clock::clock::advance(1ms);
    std::thread([&] { f(); }).join();
    return post_result::accepted;
  }
  engine::loop_lengths<manual_clock>* loop_lengths() { return &lengths; }
};

TEST(a_loop, is_not_taken_for_long_because_its_call_for_help_is) {
  slow_pool p;
  const auto loop = [](int) {};
  const void* const kind = &engine::loop_piece<slow_pool, engine::index_body<int, decltype(loop)>>::kind;
  for_each_index(p, 0, 2, loop);
  EXPECT_TRUE(p.lengths.was_brief(kind));
  p.lengths.note(kind, true);
  for_each_index(p, 0, 100, loop);
  EXPECT_TRUE(p.lengths.was_brief(kind));
}

TEST_F(a_repeated_loop, is_remembered_by_a_share) {
  share<pool<manual_clock>> part(p, {.capacity = 1});
  EXPECT_EQ(calls_for_help(part, 8, 0ns)[0], 1u);
  EXPECT_EQ(calls_for_help(part, 8, 0ns)[0], 0u);
}

TEST(a_loop_on_several_pools, is_remembered) {
  multi_pool<pool<manual_clock>> p(2, {.capacity = 1});
  const auto loop = [](int) { manual_clock::clock::advance(1us); };
  for_each_index(p, 0, 33, loop);
  EXPECT_TRUE(
      p.loop_lengths()->was_long(&engine::loop_piece<multi_pool<pool<manual_clock>>, engine::index_body<int, decltype(loop)>>::kind));
}

}  // namespace
}  // namespace weir::tests
