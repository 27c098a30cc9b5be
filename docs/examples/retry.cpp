// SPDX-License-Identifier: Apache-2.0
// A request with a deadline, tried again after a pause that doubles, until it succeeds or all requests are called off. It holds no thread meanwhile.
#include <weir/cancellable_future.hpp>
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>
#include <weir/within.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace {

using namespace std::chrono_literals;

std::atomic<int> requests = 0;

/// The first request fails, the second takes too long, the third is answered.
int request(int id, const std::stop_token& end) {
  switch (++requests) {
    case 1: throw std::runtime_error("no connection");
    case 2:
      while (!end.stop_requested()) std::this_thread::yield();
      throw std::runtime_error("called off");
    default: return 10 * id;
  }
}

weir::coroutine<std::optional<int>> ask(weir::thread_pool& pool, int id, std::stop_token all) {
  auto pause = 1ms;
  for (int attempt = 0; attempt != 4; ++attempt, pause *= 2) {
    auto answer = weir::submit_cancellable(pool, [id](std::stop_token end) { return request(id, end); });
    const std::stop_callback called_off(all, answer.canceller());
    const bool in_time = co_await weir::within(50ms, answer);
    if (in_time) {
      try {
        const int value = co_await answer;
        co_return value;
      } catch (const std::exception& e) {
        std::printf("attempt %d: %s\n", attempt, e.what());
      }
    } else {
      answer.cancel();  // if it waits, it is dropped; if it runs, its stop token is stopped
      std::printf("attempt %d: too late\n", attempt);
    }
    const bool goes_on = co_await weir::sleep_for(pause, all);
    if (!goes_on) break;
  }
  co_return std::nullopt;
}

}  // namespace

int main() {
  weir::thread_pool pool({.capacity = 2});
  std::stop_source all;
  const std::optional<int> answer = pool.submit(ask(pool, 7, all.get_token())).get();
  std::printf("%d\n", answer.value_or(-1));
  return answer == 70 ? 0 : 1;
}
