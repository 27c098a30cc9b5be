// SPDX-License-Identifier: Apache-2.0
// Ten thousand slow clients, each with a worker of its own, on two threads.
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <stop_token>

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

}  // namespace

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

  pool.wait_idle();
  return served == 10'000 && sum == 4 ? 0 : 1;
}
