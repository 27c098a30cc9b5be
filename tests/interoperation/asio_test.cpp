// SPDX-License-Identifier: Apache-2.0
#include <weir/asio.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/refusal.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/defer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using executor = asio_context<thread_pool>::executor_type;

static_assert(asio::execution::executor<executor>);
static_assert(asio::can_require<executor, asio::execution::blocking_t::never_t>::value);
static_assert(executor::query(asio::execution::blocking) == asio::execution::blocking.never);

/// A function of its own, since compilers take it to be the same after a co_await.
[[gnu::noinline]] std::thread::id here() { return std::this_thread::get_id(); }

class on_a_pool : public testing::Test {
 protected:
  thread_pool pool_{{.capacity = 1}};
  const std::thread::id worker_ = pool_.run(here);
  asio_context<thread_pool> context_{pool_};
};

TEST_F(on_a_pool, handlers_run_on_its_workers) {
  EXPECT_EQ(asio::post(context_, asio::use_future(here)).get(), worker_);
  EXPECT_EQ(asio::post(context_.get_executor(), asio::use_future(here)).get(), worker_);
  EXPECT_EQ(asio::defer(context_, asio::use_future(here)).get(), worker_);
  EXPECT_EQ(asio::dispatch(context_, asio::use_future(here)).get(), worker_);
  EXPECT_EQ(asio::post(asio::any_io_executor(context_.get_executor()), asio::use_future(here)).get(), worker_);
}

TEST_F(on_a_pool, a_handler_may_own_what_cannot_be_copied) {
  event ran;
  asio::post(context_, [&, owned = std::make_unique<int>(7)] {
    EXPECT_EQ(*owned, 7);
    ran.set();
  });
  EXPECT_TRUE(ran.wait_for());
}

TEST_F(on_a_pool, a_handler_is_bound_to_it) {
  event ran;
  asio::thread_pool others(1);
  asio::post(others, asio::bind_executor(context_.get_executor(), [&] {
               EXPECT_EQ(here(), worker_);
               ran.set();
             }));
  EXPECT_TRUE(ran.wait_for());
  others.join();
}

TEST_F(on_a_pool, executors_are_equal_if_pool_and_context_are) {
  asio_context<thread_pool> other(pool_);
  EXPECT_EQ(context_.get_executor(), context_.get_executor());
  EXPECT_NE(context_.get_executor(), other.get_executor());
  EXPECT_EQ(&asio::query(context_.get_executor(), asio::execution::context), &context_);
}

TEST_F(on_a_pool, a_coroutine_of_asios_waits_for_a_timer_and_holds_no_worker) {
  const auto nap = [&]() -> asio::awaitable<bool> {
    const bool began = here() == worker_;
    asio::steady_timer timer(context_, 1ms);
    co_await timer.async_wait(asio::use_awaitable);
    co_return began&& here() == worker_;
  };
  std::vector<std::future<bool>> naps;
  for (int n = 0; n != 100; ++n) naps.push_back(asio::co_spawn(context_, nap, asio::use_future));
  for (auto& n : naps) EXPECT_TRUE(n.get());
}

TEST_F(on_a_pool, a_coroutine_of_asios_ends_with_its_exception) {
  const auto fails = []() -> asio::awaitable<int> {
    co_await asio::post(asio::use_awaitable);
    throw std::runtime_error("no");
  };
  EXPECT_THROW(asio::co_spawn(context_, fails, asio::use_future).get(), std::runtime_error);
}

TEST(a_strand, keeps_its_handlers_in_order_and_apart) {
  thread_pool p({.capacity = 4});
  asio_context context(p);
  const auto strand = asio::make_strand(context);
  std::vector<int> seen;  // by one handler at a time
  event last;
  for (int n = 0; n != 1000; ++n) {
    asio::post(strand, [&, n] {
      seen.push_back(n);
      if (n == 999) last.set();
    });
  }
  ASSERT_TRUE(last.wait_for());
  for (int n = 0; n != 1000; ++n) ASSERT_EQ(seen[static_cast<std::size_t>(n)], n);
}

TEST(a_refused_handler, makes_the_call_throw) {
  pool<queue::none, blocking::reject> p{{.capacity = 1}};
  hold h;
  h.occupy(p);
  asio_context context(p);
  const auto ask = [&] { asio::post(context, [] { ADD_FAILURE(); }); };
  EXPECT_EQ(refusal(ask), post_result::full);
  p.shutdown();
  EXPECT_EQ(refusal(ask), post_result::closed);
  EXPECT_EQ(refusal([&] { context.get_executor().execute([] { ADD_FAILURE(); }); }), post_result::closed);
}

std::atomic<int> panics = 0;
struct counting {
  void operator()(std::exception_ptr) const { ++panics; }
};

TEST(a_handler_that_throws, is_the_panic_policys) {
  pool<panic::call<counting>> p{{.capacity = 1}};
  asio_context context(p);
  panics = 0;
  asio::post(context, [] { throw std::runtime_error("no"); });
  p.wait_idle();
  EXPECT_EQ(panics, 1);
}

TEST(the_end_of_a_context, waits_for_its_handlers_and_theirs) {
  thread_pool p({.capacity = 1});
  hold h;
  h.occupy(p);
  bool ran = false;
  {
    asio_context context(p);
    const auto meanwhile = [] {  // the context ends, or would if it did not wait
      for (int i = 0; i < 10'000; ++i) std::this_thread::yield();
    };
    asio::post(context, [&] {
      meanwhile();
      asio::post(context, [&] { meanwhile(), ran = true; });
    });
    h.release();
  }
  EXPECT_TRUE(ran);
}

TEST(the_end_of_a_context, does_not_wait_for_what_was_destroyed) {
  thread_pool p({.capacity = 1});
  hold h;
  h.occupy(p);
  asio_context context(p);
  asio::post(context, [] { ADD_FAILURE(); });
  p.stop().clear();
}

TEST(the_end_of_a_context, destroys_what_waits_for_a_timer) {
  thread_pool p({.capacity = 1});
  auto context = std::make_unique<asio_context<thread_pool>>(p);
  auto watched = std::make_shared<int>(1);
  auto timer = std::make_shared<asio::steady_timer>(*context, 1h);  // its handler's, so that it goes before the context
  timer->async_wait([watched, timer](const boost::system::error_code&) { ADD_FAILURE(); });
  timer.reset();
  EXPECT_EQ(watched.use_count(), 2);
  context.reset();
  EXPECT_EQ(watched.use_count(), 1) << "its handler was destroyed";
}

}  // namespace
}  // namespace weir::tests
