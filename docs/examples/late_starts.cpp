// SPDX-License-Identifier: Apache-2.0
#include <weir/from_here.hpp>
#include <weir/policies/observer/late_starts.hpp>
#include <weir/pool.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

// A thread that tells once a second which tasks had waited for 100 ms or longer.
int main() {
  weir::pool<weir::observer::late_starts> p{{.capacity = 4, .name = "resize-images"}};
  p.observer().limit(100ms);
  std::jthread looks([&p](const std::stop_token& stopped) {
    while (!stopped.stop_requested()) {
      std::this_thread::sleep_for(1s);
      const auto lost = p.observer().check([&p](const weir::observer::late_start& t) {
        std::fprintf(stderr, "%s: a task waited for %lld ms, posted at %s:%u\n", p.name().c_str(), static_cast<long long>(t.waited / 1ms),
                     t.posted_at ? t.posted_at->file : "?", t.posted_at ? t.posted_at->line : 0U);
      });
      if (lost != 0) std::fprintf(stderr, "%s: and %zu more\n", p.name().c_str(), lost);
    }
  });
  static_cast<void>(p.post([] {}, weir::from_here()));
  p.wait_idle();
}
