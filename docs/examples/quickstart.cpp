// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdio>

int main() {
  // At most 8 threads, at most 1024 tasks that wait for them, at most 64 callers that wait for room. Policies are given in any order.
  weir::pool<weir::queue::bounded<1024>, weir::blocking::wait_at_most<64>, weir::expiry::after_idle> pool{{.capacity = 8}};

  for (int n = 1; n <= 3; ++n) {
    const weir::post_result answer = pool.post([n] { std::printf("task %d ran\n", n); });
    if (answer != weir::post_result::accepted) return std::printf("refused: %s\n", weir::to_string(answer)), 1;
  }
  auto sum = pool.submit([] { return 40 + 2; });  // a weir::future<int>

  pool.wait_idle();  // all four have run, and the pool is open for more
  std::printf("the sum is %d\n", sum.get());
}
