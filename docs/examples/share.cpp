// SPDX-License-Identifier: Apache-2.0
// Two tenants of one pool: neither gets more than its share of the workers.
#include <weir/share.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

std::atomic<int> done{0};
void check(weir::post_result r) {
  if (r != weir::post_result::accepted) std::abort();
}

int main() {
  weir::thread_pool pool{{.capacity = 8}};
  weir::share reports(pool, {.capacity = 2});
  weir::share uploads(pool, {.capacity = 4, .queue_limit = 1000});

  for (int n = 0; n < 100; ++n) check(reports.post([] { ++done; }));  // two at a time
  if (uploads.post([] { ++done; }) != weir::post_result::accepted) std::puts("503");  // more than 1000 wait

  weir::share monthly(reports, {.capacity = 1});  // one of the two, and one task after the other
  check(monthly.post([] { ++done; }));

  weir::task_group parts(reports);  // its tasks begin newest first; wait() runs some itself
  for (int n = 0; n < 10; ++n) parts.run([] { ++done; });
  parts.wait();

  monthly.wait_idle();
  reports.wait_idle();  // what was posted through `reports`
  uploads.wait_idle();
  return done == 112 ? 0 : 1;
}
