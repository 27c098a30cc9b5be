// SPDX-License-Identifier: Apache-2.0
// Futures: cancelled.
#include <weir/cancellable_future.hpp>
#include <weir/thread_pool.hpp>

#include <cstdio>
#include <stop_token>

namespace {

int search(const std::stop_token& asked) {
  int looked_at = 0;
  while (!asked.stop_requested() && looked_at != 1000) ++looked_at;
  return looked_at;
}

}  // namespace

int main() {
  weir::thread_pool pool;

  auto found = weir::submit_cancellable(pool, [](std::stop_token asked) { return search(asked); });
  if (found.cancel()) std::puts("it had not begun");
  try {
    std::printf("it looked at %d\n", found.get());
  } catch (const weir::not_run& why) {
    std::printf("%s\n", weir::to_string(why.reason()));  // cancelled
  }
}
