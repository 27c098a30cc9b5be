// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/from_here.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace weir::tests {
namespace {

/// What a pool prints to standard error while `f` runs and until the pool is idle.
template <class Pool, class F>
std::string printed_by(Pool& p, F f) {
  testing::internal::CaptureStderr();
  f();
  p.wait_idle();
  return testing::internal::GetCapturedStderr();
}
void drip() { throw std::runtime_error("the tap drips"); }

/// `file:line` of a place, as the line on standard error has it.
std::string text_of(const platform::where& place) { return std::string(place.file) + ":" + std::to_string(place.line); }

template <class Pool>
class line_of : public testing::Test {};
using pools = testing::Types<pool<panic::log_and_continue>, light_pool<panic::log_and_continue>, presets::gopool<>>;
TYPED_TEST_SUITE(line_of, pools, numbered);

TYPED_TEST(line_of, a_throwing_task_names_the_pool) {
  TypeParam p{{.capacity = 1, .name = "rpc"}};
  EXPECT_EQ(p.name(), "rpc");
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip), post_result::accepted); }),
            "weir: a task of the pool 'rpc' threw: the tap drips; the pool goes on\n");
  const auto number = [] { throw 7; };
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(number), post_result::accepted); }),
            "weir: a task of the pool 'rpc' threw something that is not a std::exception; the pool goes on\n");
}

TYPED_TEST(line_of, a_throwing_task_names_the_place_of_its_post) {
  TypeParam p{{.capacity = 1, .name = "rpc"}};
  const from_here place;
  const std::string expected =
      "weir: a task of the pool 'rpc', posted at " + text_of(place.place) + ", threw: the tap drips; the pool goes on\n";
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip, place), post_result::accepted); }), expected);
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip, context(7), place, std::stop_token()), post_result::accepted); }), expected);
  const auto as_a_coroutine = []() -> coroutine<> {
    co_await yield();
    drip();
  };
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(as_a_coroutine, place), post_result::accepted); }), expected) << "in a later turn";
  const auto instead_of_a_coroutine = []() -> coroutine<> {
    drip();
    return [](int) -> coroutine<> { co_return; }(0);
  };
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(instead_of_a_coroutine, place), post_result::accepted); }), expected);
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(instead_of_a_coroutine, context(7), place), post_result::accepted); }), expected);
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip), post_result::accepted); }),
            "weir: a task of the pool 'rpc' threw: the tap drips; the pool goes on\n")
      << "the place of another task is not printed";
}

TYPED_TEST(line_of, a_throwing_task_of_a_pool_without_a_name_has_none) {
  TypeParam p{{.capacity = 1}};
  EXPECT_EQ(p.name(), "");
  const from_here place;
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip, place), post_result::accepted); }),
            "weir: a task, posted at " + text_of(place.place) + ", threw: the tap drips; the pool goes on\n");
}

TEST(place_of_a_post, is_where_from_here_is_written) {
  const unsigned line = platform::where::current().line + 1;
  const from_here place;
  EXPECT_EQ(place.place.line, line);
  EXPECT_NE(std::string(place.place.file).find("a_log_line_names_the_pool_and_the_place_test.cpp"), std::string::npos);
}

TEST(place_of_a_post, hides_no_context) {
  pool<panic::log_and_continue> p{{.capacity = 1}};
  EXPECT_EQ(p.run([] { return *this_task::context<std::string>(); }, context(std::string("17")), from_here()), "17");
  EXPECT_EQ(p.run([] { return this_task::context<int>(); }, context(std::string("17")), from_here()), nullptr) << "a type is asked for";
  EXPECT_EQ(p.run([] { return this_task::context<int>(); }, from_here()), nullptr);
}

TEST(place_of_a_post, costs_a_task_without_one_nothing) {
  const auto f = [n = 7L] { return n; };
  using C = pool<>::config_type;
  EXPECT_EQ(sizeof(engine::as_callable<C>(f)), sizeof(f));
  EXPECT_EQ(sizeof(engine::as_callable<C>(f, context(7L))), sizeof(f) + sizeof(long));
  EXPECT_EQ(sizeof(engine::as_callable<C>(f, from_here())), sizeof(f) + sizeof(platform::where));
}

/// Does what the test that is running told it to.
struct handler {
  inline static std::function<void(const std::exception_ptr&, const failed_task&)> does;
  void operator()(const std::exception_ptr& what, const failed_task& task) const { does(what, task); }
};

TEST(handler_of_a_failed_task, gets_the_pools_name_the_context_and_the_place) {
  std::string heard;
  handler::does = [&](const std::exception_ptr&, const failed_task& task) {
    heard += std::string(task.pool) + " ";
    heard += task.posted_with.get<int>() == nullptr ? "none" : std::to_string(*task.posted_with.get<int>());
    heard += task.posted_with.posted_at() == nullptr ? " nowhere; " : " " + std::to_string(task.posted_with.posted_at()->line) + "; ";
  };
  pool<panic::call<handler>> p{{.capacity = 1, .name = "rpc"}};
  const from_here place;
  const std::string line = std::to_string(place.place.line);
  EXPECT_EQ(p.post(drip), post_result::accepted);
  EXPECT_EQ(p.post(drip, context(7)), post_result::accepted);
  EXPECT_EQ(p.post(drip, place), post_result::accepted);
  EXPECT_EQ(p.post(drip, place, context(7)), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(heard, "rpc none nowhere; rpc 7 nowhere; rpc none " + line + "; rpc 7 " + line + "; ");
}

TEST(handler_of_a_failed_task, may_have_the_line_printed_too) {
  int calls = 0;
  handler::does = [&](const std::exception_ptr& what, const failed_task& task) {
    ++calls;
    task.report(what);
  };
  pool<panic::call<handler>> p{{.capacity = 1, .name = "rpc"}};
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip), post_result::accepted); }),
            "weir: a task of the pool 'rpc' threw: the tap drips; the pool goes on\n");
  EXPECT_EQ(calls, 1);
}

TEST(handler_of_a_failed_task, that_throws_is_reported_with_the_pools_name) {
  handler::does = [](const std::exception_ptr&, const failed_task&) { throw std::logic_error("no towel"); };
  pool<panic::call<handler>> p{{.capacity = 1, .name = "rpc"}};
  EXPECT_EQ(printed_by(p, [&] { EXPECT_EQ(p.post(drip), post_result::accepted); }),
            "weir: a task of the pool 'rpc' threw: no towel; it came from the panic handler; the pool goes on\n");
}

TEST(other_lines, name_the_pool_too) {
  const auto two_throw = [](auto& p) {
    EXPECT_EQ(p.post(drip), post_result::accepted);
    EXPECT_EQ(p.post(drip), post_result::accepted);
    EXPECT_THROW(p.wait_idle(), std::runtime_error);
  };
  pool<panic::rethrow_at_wait> keeps{{.capacity = 1, .name = "rpc"}};
  EXPECT_EQ(printed_by(keeps, [&] { two_throw(keeps); }),
            "weir: a task of the pool 'rpc' threw: the tap drips; an earlier one is kept for the next wait\n");
}

TEST(other_lines, name_the_pool_when_the_program_ends) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto ends_the_program = [] {
    pool<> p{{.capacity = 1, .name = "rpc"}};
    static_cast<void>(p.post(drip));
    p.wait_idle();
  };
  EXPECT_DEATH(ends_the_program(), "weir: a task of the pool 'rpc' threw: the tap drips; the program ends");
}

TEST(name_of_a_pool, is_that_of_its_options_whatever_its_kind) {
  function_pool one([](int) {}, {.capacity = 1, .name = "one"});
  EXPECT_EQ(one.name(), "one");
  multi_pool<pool<>> many(2, {.capacity = 1, .name = "many"});
  EXPECT_EQ(many.name(), "many");
}

}  // namespace
}  // namespace weir::tests
