// SPDX-License-Identifier: Apache-2.0
// A pool that runs Asio's handlers, fills std::futures, and is a scheduler of senders.
#include <weir/asio.hpp>
#include <weir/scheduler.hpp>
#include <weir/std_future.hpp>
#include <weir/thread_pool.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <future>
#include <latch>

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

asio::awaitable<int> answer() {
  asio::steady_timer nap(co_await asio::this_coro::executor, 1ms);
  co_await nap.async_wait(asio::use_awaitable);  // holds no worker
  co_return 42;
}

int by_asio() {
  weir::thread_pool pool({.capacity = 2});
  weir::asio_context context(pool);

  asio::post(context, [] { std::puts("a handler is a task of the pool"); });
  std::future<int> result = asio::co_spawn(context, answer(), asio::use_future);
  return result.get();
}

int by_std_future() {
  weir::thread_pool pool;
  std::future<int> sum = weir::submit_std(pool, [] { return 40 + 2; });
  return sum.get();
}

struct receiver {
  std::latch& told;
  void set_value() && noexcept { told.count_down(); }                    // as a task of the pool
  void set_error(std::exception_ptr) && noexcept { told.count_down(); }  // there was no room
  void set_stopped() && noexcept { told.count_down(); }                  // the pool is closed, or was stopped
};

void by_scheduler() {
  weir::thread_pool pool;
  weir::scheduler scheduler(pool);
  std::latch told(1);
  auto operation = scheduler.schedule().connect(receiver{told});
  operation.start();
  told.wait();  // the operation must live until then
}

}  // namespace

int main() {
  by_scheduler();
  return by_asio() == 42 && by_std_future() == 42 ? 0 : 1;
}
