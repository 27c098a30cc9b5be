// SPDX-License-Identifier: Apache-2.0
// Ten thousand slow clients, each with a worker of its own, on two threads.
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/select.hpp>
#include <weir/submit_after.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>
#include <weir/within.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <latch>
#include <stop_token>
#include <string>
#include <utility>

namespace {

using namespace std::chrono_literals;

weir::coroutine<int> ask(int question) {
  co_await weir::sleep_for(1ms);  // the answer takes a while
  co_return question * 2;
}

weir::coroutine<> ask_twice(std::atomic<int>& sum) {
  const int first = co_await ask(1);
  sum += co_await ask(first);
}

weir::coroutine<int> beat(std::stop_token end) {
  int beats = 1;
  while (co_await weir::sleep_for(10ms, end)) ++beats;  // false: `end` was asked to stop
  co_return beats;
}

weir::coroutine<int> next_order(weir::channel<int, 8>& orders, weir::channel<int, 8>& returns) {
  const auto order = co_await weir::within(10ms, orders.receive());
  if (order) co_return *order;  // otherwise the time is over, or the channel is closed and empty
  const auto [late, returned] = co_await weir::select(orders.receive(), returns.receive());
  co_return (late ? late->value_or(0) : 0) - (returned ? returned->value_or(0) : 0);  // both may have come
}

weir::coroutine<long> ask_and_compute(weir::thread_pool& computing) {
  const long raw = co_await computing.submit([] { return 20L; });  // holds no carrier until the result is there
  const auto there = co_await computing.schedule();                // from here on it is a task of that pool
  if (there != weir::post_result::accepted) co_return raw;         // refused, or handed back: it runs in its own pool
  const long result = raw * 2 + 2;                                 // takes long
  co_await weir::yield();                                          // any wait brings it home
  co_return result;
}

weir::coroutine<> all_at_once(weir::thread_pool& computing, std::atomic<int>& sum) {
  weir::task_group group(computing);
  for (int i = 1; i <= 4; ++i) group.run([&sum, i] { sum += i; });
  co_await group.finish();
}

}  // namespace

weir::coroutine<std::size_t> count_and_log(weir::thread_pool& pool, std::string text) {
  auto counted = pool.submit([text] { return text.size(); });  // the future has a name
  const std::size_t size = co_await counted;
  auto log = [text = std::move(text)] { std::puts(text.c_str()); };  // the callable has a name
  const auto answer = co_await pool.async_post(std::move(log));
  co_return answer == weir::post_result::accepted ? size : 0;
}

weir::coroutine<> ask_all(weir::light_pool<weir::queue::none>& pool, int last, std::atomic<int>& sum) {
  for (int question = 1; question <= last; ++question) {
    auto add_answer = [question, &sum]() -> weir::coroutine<> {
      const int answer = co_await ask(question);
      sum += answer;
    };
    const auto asked = co_await pool.async_post(std::move(add_answer));
    if (asked != weir::post_result::accepted) co_return;  // the pool is closed
  }
}

weir::post_result with_the_key_later(weir::light_pool<weir::queue::keyed>& pool) {
  const auto delayed = weir::post_after(pool, 10ms, [&pool] {
    const auto answer = pool.post([] { std::puts("has the key now"); }, weir::key{1});
    if (answer != weir::post_result::accepted) std::puts("the pool was closed meanwhile");
  });
  return delayed;
}

int main() {
  weir::light_pool<weir::queue::bounded<1024>> pool({.capacity = 10'000, .carriers = 2});

  std::atomic<int> served = 0;
  for (int client = 0; client != 10'000; ++client) {
    const auto answer = pool.post([&served]() -> weir::coroutine<> {
      co_await weir::sleep_for(10ms);  // holds no thread
      ++served;
    });
    if (answer != weir::post_result::accepted) return 1;
  }
  pool.wait_idle();

  std::atomic<int> sum = 0;
  if (pool.post(ask_twice(sum)) != weir::post_result::accepted) return 1;

  std::stop_source end;
  auto beats = pool.submit([&end] { return beat(end.get_token()); });
  end.request_stop();
  std::printf("%d beats\n", beats.get());

  weir::channel<int, 8> orders, returns;
  auto ordered = pool.submit(next_order(orders, returns));
  if (!returns.try_send(3) || ordered.get() != -3) return 1;

  const auto later = weir::post_after(pool, 10ms, [] { std::puts("10 ms later"); });
  if (later != weir::post_result::accepted) return 1;

  std::latch three(3);
  {
    const auto tick = weir::post_every(pool, 1ms, [&three, n = 0]() mutable {
      if (n++ < 3) three.count_down();
    });
    three.wait();
  }  // no call is under way now, and none will come

  {
    auto answer = weir::submit_after(pool, 10ms, [] { return 42; });
    const auto now = weir::post_every(pool, weir::every{.period = 1h, .first = 0s}, [] { std::puts("now, and each hour from now on"); });
    const auto pauses = weir::post_every(pool, weir::every{.period = 1h, .fixed_delay = true}, [] { std::puts("an hour of rest"); });
    if (answer.get() != 42) return 1;
  }

  {
    weir::light_pool<weir::queue::keyed> keyed({.capacity = 10, .carriers = 1});
    if (with_the_key_later(keyed) != weir::post_result::accepted) return 1;
    keyed.wait_idle();
  }

  weir::thread_pool computing;
  const long result = pool.submit([&] { return ask_and_compute(computing); }).get();
  std::atomic<int> together = 0;
  pool.submit([&] { return all_at_once(computing, together); }).get();

  const std::string text(100, '-');
  const std::size_t size = computing.submit(count_and_log(computing, text)).get();

  weir::light_pool<weir::queue::none> few({.capacity = 8, .carriers = 1});
  std::atomic<int> answers = 0;
  if (few.post(ask_all(few, 100, answers)) != weir::post_result::accepted) return 1;
  few.wait_idle();

  pool.wait_idle();
  return served == 10'000 && sum == 4 && result == 42 && together == 10 && answers == 10'100 && size == text.size() ? 0 : 1;
}
