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
#include <string>
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

/// A pool of which the test runs the tasks, and answers the posts.
struct by_hand {
  using platform_type = platform::native;
  std::vector<task> queue;
  std::function<post_result(task&)> answer;
  post_result post(task& t) { return try_post(t); }
  post_result try_post(task& t) {
    if (const auto now = answer) return now(t);  // which the test may change meanwhile
    queue.push_back(std::move(t));
    return post_result::accepted;
  }
};

// A task ends, and the pool refuses the next one; meanwhile another begins whose post has not been answered yet.
TEST(a_share_of_capacity_1, puts_a_refused_task_back_if_another_has_begun) {
  by_hand p;
  share part(p, {.capacity = 1});
  event entered, begun, may_end, ended;
  task slow;
  p.answer = [&](task& t) {
    slow = std::move(t);
    entered.set();
    ended.wait();
    return post_result::accepted;
  };
  bool runs = false;
  std::thread submitter([&] {
    give(part, [&] {
      runs = true;
      begun.set();
      may_end.wait();
      runs = false;
    });
  });
  ASSERT_TRUE(entered.wait_for());
  p.answer = nullptr;
  give(part, [] {});
  bool ran = false;
  give(part, [&] {
    EXPECT_FALSE(runs) << "beside another one";
    ran = true;
  });
  ASSERT_EQ(p.queue.size(), 1U);
  std::thread worker;
  p.answer = [&](task&) {
    worker = std::thread([&] { slow(); });
    begun.wait();
    return post_result::full;
  };
  p.queue.front()();
  EXPECT_FALSE(ran);
  p.answer = [](task&) { return post_result::full; };
  may_end.set();
  worker.join();
  EXPECT_TRUE(ran);
  slow.reset();
  ended.set();
  submitter.join();
  part.wait_idle();
}

// Also in a queue that keeps what a task posts with its worker.
TEST(a_share_of_capacity_1, brings_its_next_task_behind_those_of_others) {
  thread_pool p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  std::string order;
  hold busy;
  busy.occupy(p);
  give(part, [&] {
    order += 'a';
    give(part, [&] { order += 'b'; });
  });
  for (const char c : {'x', 'y'}) give(p, [&order, c] { order += c; });
  busy.release();
  part.wait_idle();
  p.wait_idle();
  EXPECT_EQ(order, "axyb");
}

}  // namespace
}  // namespace weir::tests
