// SPDX-License-Identifier: Apache-2.0
// Tasks of a pool of threads that wait without holding one.
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>

using namespace std::chrono_literals;

int main() {
  weir::thread_pool pool({.capacity = 2});

  std::atomic<int> answers = 0;
  for (int question = 1; question <= 1'000; ++question) {
    const auto answer = pool.post([&pool, &answers, question]() -> weir::coroutine<> {
      co_await weir::sleep_for(10ms);  // holds no thread: a thousand wait at once
      auto odd = pool.submit([question] { return question % 2; });
      answers += co_await odd;  // nor does this
    });
    if (answer != weir::post_result::accepted) return 1;
  }
  pool.wait_idle();

  std::printf("%d of 1000 questions were odd\n", answers.load());
  return answers == 500 ? 0 : 1;
}
