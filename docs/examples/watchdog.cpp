// SPDX-License-Identifier: Apache-2.0
#include <weir/from_here.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/pool.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

// A thread that looks ten times a second for tasks that run for a second or longer.
int main() {
  weir::pool<weir::observer::watchdog> p{{.capacity = 4, .name = "resize-images"}};
  std::jthread looks([&p](const std::stop_token& stopped) {
    while (!stopped.stop_requested()) {
      std::this_thread::sleep_for(100ms);
      p.observer().check(1s, [&p](const weir::observer::long_task& t) {
        std::fprintf(stderr, "%s: a task runs for %lld ms, posted at %s:%u\n", p.name().c_str(), static_cast<long long>(t.running / 1ms),
                     t.posted_at ? t.posted_at->file : "?", t.posted_at ? t.posted_at->line : 0U);
      });
    }
  });
  static_cast<void>(p.post([] {}, weir::from_here()));
  p.wait_idle();
}
