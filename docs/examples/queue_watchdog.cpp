// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/counters.hpp>
#include <weir/pool.hpp>
#include <weir/queue_watchdog.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

// A thread that looks ten times a second for tasks that wait for a second or longer.
int main() {
  weir::pool<weir::observer::counters> p{{.capacity = 4, .name = "resize-images"}};
  std::jthread looks([&p](const std::stop_token& stopped) {
    weir::queue_watchdog late(p, 1s);
    while (!stopped.stop_requested()) {
      std::this_thread::sleep_for(100ms);
      if (const auto found = late.check(); found.count != 0)
        std::fprintf(stderr, "%s: %llu tasks have waited for %lld ms\n", p.name().c_str(), static_cast<unsigned long long>(found.count),
                     static_cast<long long>(found.waiting / 1ms));
    }
  });
  static_cast<void>(p.post([] {}));
  p.wait_idle();
}
