// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/native.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// A pool in which the next call of try_post takes its time. A post may be run by its caller.
struct slow_pool {
  using platform_type = platform::native;

  post_result post(task& t) {
    if (!callers_run) return pool.post(t);
    t();
    t.reset();
    return post_result::accepted;
  }
  post_result try_post(task& t) {
    if (const auto wait = std::exchange(before_try, nullptr)) wait();
    return pool.try_post(t);
  }

  thread_pool pool{{.capacity = 1}};
  std::function<void()> before_try;
  std::atomic<bool> callers_run = false;
};

// The first task ends before its own post is answered, and brings the second to the pool. Meanwhile a later one gets there.
TEST(a_share_of_capacity_1, keeps_the_order_though_a_task_is_slow_to_bring_the_next) {
  slow_pool p;
  share part(p, {.capacity = 1});
  std::vector<int> order;
  const auto post = [&](int n) { give(part, [&order, n] { order.push_back(n); }); };
  hold busy;
  busy.occupy(p.pool);
  event brings;
  event may_bring;
  p.before_try = [&] {
    brings.set();
    may_bring.wait();
  };
  hold first;
  p.callers_run = true;
  std::thread submitter([&] { give(part, first.task()); });
  ASSERT_TRUE(first.begun());
  p.callers_run = false;
  post(1);
  first.release();
  brings.wait();
  for (int n = 2; n < 4; ++n) post(n);
  may_bring.set();
  submitter.join();
  busy.release();
  part.wait_idle();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

}  // namespace
}  // namespace weir::tests
