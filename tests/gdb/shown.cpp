// SPDX-License-Identifier: Apache-2.0
// What gdb_test.py has gdb print: pools, queues, tasks and futures in states that are known when stop_here() is called.
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/pool.hpp>

#include <latch>
#include <stdexcept>
#include <utility>

[[gnu::noinline]] void stop_here() { asm volatile(""); }

int main() {
  weir::pool<weir::queue::bounded<8>, weir::expiry::after_idle> bounded({.capacity = 2, .min_workers = 1});
  weir::pool<weir::queue::mutex_fifo> locked({.capacity = 3});
  weir::pool<> plain({.capacity = 4});
  weir::pool<> closed({.capacity = 1});

  std::latch begun(1);
  std::latch end(1);
  weir::future<void> pending = plain.submit([&] {
    begun.count_down();
    end.wait();
  });
  begun.wait();

  weir::future<int> with_value = locked.submit([] { return 42; });
  weir::future<int> thrown = locked.submit([]() -> int { throw std::runtime_error("no luck"); });
  with_value.wait();
  thrown.wait();
  closed.shutdown();
  closed.join();
  weir::future<int> refused = closed.submit([] { return 1; });
  weir::future<int> invalid = std::move(refused);
  std::swap(refused, invalid);
  locked.wait_idle();

  const auto pause = bounded.pause();
  const auto other = locked.pause();
  for (int n = 0; n != 3; ++n) static_cast<void>(bounded.post([] {}));
  for (int n = 0; n != 400; ++n) static_cast<void>(locked.post([] {}));

  weir::task empty;
  weir::task small([&end] { end.count_down(); });
  stop_here();
  small();
}
