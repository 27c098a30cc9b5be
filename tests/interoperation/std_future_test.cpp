// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/std_future.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/refusal.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace weir::tests {
namespace {

/// What a future without a value says.
std::error_code said(std::future<void>& f) {
  if (f.wait_for(patience) != std::future_status::ready) return std::make_error_code(std::errc::timed_out);
  try {
    f.get();
  } catch (const std::future_error& e) {
    return e.code();
  }
  return {};
}

TEST(a_std_future, gets_what_the_task_returned_or_threw) {
  weir::thread_pool pool;
  std::future<std::string> name = weir::submit_std(pool, [] { return std::string("weir"); });
  EXPECT_EQ(name.get(), "weir");

  static int there = 5;
  EXPECT_EQ(&submit_std(pool, []() -> int& { return there; }).get(), &there);
  submit_std(pool, [owned = std::make_unique<int>(1)] { EXPECT_EQ(*owned, 1); }).get();
  EXPECT_THROW(submit_std(pool, []() -> int { throw std::runtime_error("no"); }).get(), std::runtime_error);
}

TEST(a_std_future, is_not_made_when_the_pool_refuses) {
  pool<queue::none, blocking::reject> p{{.capacity = 1}};
  hold h;
  h.occupy(p);
  const auto ask = [&] { static_cast<void>(submit_std(p, [] {})); };
  EXPECT_EQ(refusal(ask), post_result::full);
  p.shutdown();
  EXPECT_EQ(refusal(ask), post_result::closed);
  EXPECT_THROW(static_cast<void>(submit_std(p, std::function<void()>())), std::invalid_argument);
}

TEST(a_std_future, breaks_its_promise_when_the_task_is_destroyed) {
  thread_pool p({.capacity = 1});
  hold h;
  h.occupy(p);
  auto left_behind = submit_std(p, [] { ADD_FAILURE(); });
  p.stop().clear();
  EXPECT_EQ(said(left_behind), std::future_errc::broken_promise);
}

TEST(a_std_future, breaks_its_promise_when_a_stop_comes_first) {
  thread_pool p({.capacity = 1});
  std::stop_source stopper;
  hold h;
  h.occupy(p);
  auto called_off = submit_std(
      p, [] { ADD_FAILURE(); }, stopper.get_token());
  stopper.request_stop();
  h.release();
  EXPECT_EQ(said(called_off), std::future_errc::broken_promise);
}

}  // namespace
}  // namespace weir::tests
