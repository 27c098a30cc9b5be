// SPDX-License-Identifier: Apache-2.0
// Results: a value, an exception, or why the task did not run.
#include <weir/thread_pool.hpp>

#include <cstdio>
#include <stdexcept>

int main() {
  weir::thread_pool p;

  auto sum = p.submit([] { return 2 + 2; });
  auto bad = p.submit([]() -> int { throw std::runtime_error("no luck"); });
  std::printf("%d\n", sum.get());
  try {
    std::printf("%d\n", bad.get());
  } catch (const std::runtime_error& e) {
    std::printf("%s\n", e.what());
  }

  p.shutdown();
  auto late = p.submit([] { return 1; });
  try {
    return late.get();
  } catch (const weir::not_run& e) {
    return e.reason() == weir::post_result::closed ? 0 : 1;
  }
}
