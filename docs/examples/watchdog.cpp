// SPDX-License-Identifier: Apache-2.0
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
        std::fprintf(stderr, "%s: worker %d runs a task for %lld ms\n", p.name().c_str(), t.worker ? static_cast<int>(*t.worker) : -1,
                     static_cast<long long>(t.running / 1ms));
      });
    }
  });
  p.run([] {});
}
