// SPDX-License-Identifier: Apache-2.0
// A service that may be asked 1000 times a second, and 20 times in a row.
#include <weir/rate_limit.hpp>
#include <weir/thread_pool.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>

std::atomic<int> asked{0};
void ask() { ++asked; }

int main() {
  weir::thread_pool pool{{.capacity = 4}};
  weir::rate_limit pace(pool, {.tasks = 1000, .per = std::chrono::seconds(1), .burst = 20});

  for (int n = 0; n < 50; ++n)
    if (pace.post(ask) != weir::post_result::accepted) return 1;  // 20 now, then one each millisecond

  if (pace.try_post(ask) == weir::post_result::full) std::puts("429");  // only if its turn has come

  pool.wait_idle();
  return asked >= 50 ? 0 : 1;
}
