// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

// A submitter whose pool gets no thread runs the queued tasks itself, like a worker: another submitter that waits for room is woken when a
// task is taken, not when it is over, because the task may wait for that submitter.
TEST(a_caller_without_a_thread, makes_room_before_it_runs_the_task) {
  pool<queue::bounded<1>, unreliable_threads> p{{.capacity = 1}};
  event let_in;
  std::thread late;
  bool asked = false, met = false;
  const unreliable_threads::scope refusing_once([&] {
    if (asked) return true;
    asked = true;  // by the poster of the first task, which fills the queue
    late = std::thread([&] {
      EXPECT_EQ(p.post([&] { met = let_in.wait_for(); }),
                post_result::accepted);  // the worker that is being started is given the first task
      EXPECT_EQ(p.post([] {}), post_result::accepted);
      let_in.set();
    });
    EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
    return false;
  });
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  late.join();
  p.wait_idle();
  EXPECT_TRUE(met);
}

// There is no queue that could keep one of many: the caller runs each of them.
TEST(a_caller_without_a_thread, runs_all_that_it_posts_at_once) {
  pool<queue::none, unreliable_threads> p{{.capacity = 1}};
  const unreliable_threads::scope refusing([] { return false; });
  int ran = 0;
  std::vector<std::function<void()>> tasks(3, [&] { ++ran; });
  EXPECT_EQ(p.post_bulk(tasks).accepted, 3u);
  EXPECT_EQ(ran, 3);
  EXPECT_EQ(p.stats().running, 0u);
}

// A caller that runs a pool's tasks runs those of another pool, too.
TEST(a_caller_without_a_thread, works_for_a_second_pool_inside_the_first) {
  pool<unreliable_threads> outer{{.capacity = 1}}, inner{{.capacity = 1}};
  const unreliable_threads::scope refusing([] { return false; });
  bool ran = false;
  EXPECT_EQ(outer.post([&] { EXPECT_EQ(inner.post([&] { ran = true; }), post_result::accepted); }), post_result::accepted);
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace weir::tests
