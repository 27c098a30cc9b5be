// SPDX-License-Identifier: Apache-2.0
// The end of a pool: run what is left, or take it back; then, if you like, open it again.
#include <weir/thread_pool.hpp>

#include <atomic>
#include <vector>

int main() {
  std::atomic<int> done = 0;
  weir::thread_pool p{{.capacity = 2}};
  for (int i = 0; i < 100; ++i) {
    if (p.post([&] { ++done; }) != weir::post_result::accepted) return 1;
  }
  std::vector<weir::task> left = p.stop();  // refuse new tasks, hand back what no worker has started
  p.join();                                 // wait for the rest
  for (weir::task& t : left) t();
  if (done != 100) return 1;

  if (!p.restart()) return 1;
  return p.run([] { return 0; });
}  // the destructor is shutdown() and join()
