// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_POOLS_HPP
#define TESTS_SUPPORT_PRECOMPILED_POOLS_HPP

// The pools that most tests are about. What is used of them here is compiled once, for all programs that clang++ compiles.
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <chrono>
#include <string>

namespace weir::tests {

template <class Pool>
void use() {
  Pool p{{.capacity = 1}};
  (void)p.post([] {});
  (void)p.try_post([] {});
  (void)p.post_for(std::chrono::seconds(1), [] {});
  p.submit([] {}).get();
  (void)p.submit([] { return 1; }).get();
  (void)p.submit([] { return std::string(); }).get();
  { auto paused = p.pause(); }
  (void)p.wait_idle();
  (void)p.wait_idle_for(std::chrono::seconds(1));
  (void)p.resize(0, 1);
  (void)p.stats();
  {
    task_group group(p);
    (void)group.run([] {});
    group.wait();
  }
  p.shutdown();
  (void)p.stop();
  p.join();
}

inline void use_pools() {
  use<thread_pool>();
  use<pool<>>();
  use<light_pool<>>();
  use<pool<queue::none>>();
  use<pool<queue::bounded<1>>>();
}

}  // namespace weir::tests

#endif  // TESTS_SUPPORT_PRECOMPILED_POOLS_HPP
