// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(the_options_of_a_pool, are_those_that_it_was_made_with) {
  const options given{
      .capacity = 3, .min_workers = 1, .idle_after = 7ms, .max_age = 8h, .name = "a", .stack_size = 1U << 20, .processors = {0}};
  thread_pool threads(given);
  light_pool<> light(given);
  function_pool<void (*)(int), int> function([](int) {}, given);
  multi_pool<thread_pool> many(2, given);
  const auto expect_given = [&](const options& asked) {
    EXPECT_EQ(asked.capacity, 3U);
    EXPECT_EQ(asked.min_workers, 1U);
    EXPECT_EQ(*asked.idle_after, 7ms);
    EXPECT_EQ(*asked.max_age, 8h);
    EXPECT_EQ(asked.name, "a");
    EXPECT_EQ(asked.stack_size, 1U << 20);
    EXPECT_EQ(asked.processors, given.processors);
  };
  expect_given(threads.asked());
  expect_given(light.asked());
  expect_given(function.asked());
  expect_given(many.asked());
}

TEST(the_options_of_a_pool, that_were_left_out_have_their_defaults) {
  thread_pool p;
  EXPECT_EQ(*p.asked().idle_after, 60s);
  EXPECT_EQ(*p.asked().max_age, 60min);
  EXPECT_EQ(p.asked().capacity, 0U) << "stats() has what the pool made of it";
  EXPECT_NE(p.stats().capacity, 0U);
}

TEST(the_options_of_a_pool, in_a_preset_are_its_originals) {
  presets::fasthttp<> p{{.idle_after = 5s}};
  EXPECT_EQ(p.asked().capacity, presets::fasthttp<>::defaults().capacity);
  EXPECT_EQ(*p.asked().idle_after, 5s);
}

TEST(the_options_of_a_pool, stay_when_it_is_resized) {
  thread_pool p{{.capacity = 3}};
  p.resize(1, 2);
  EXPECT_EQ(p.asked().capacity, 3U);
  EXPECT_EQ(p.stats().capacity, 2U);
}

}  // namespace
}  // namespace weir::tests
