// SPDX-License-Identifier: Apache-2.0
// expect: weir: a share runs callables to their end; post a coroutine to the pool, and limit it by a weir::async_semaphore
#include <weir/share.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include <chrono>

int main() {
  weir::thread_pool p;
  weir::share part(p, {.capacity = 1});
  static_cast<void>(part.post([]() -> weir::coroutine<> { co_await weir::sleep_for(std::chrono::seconds(1)); }));
}
