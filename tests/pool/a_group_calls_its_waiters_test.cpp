// SPDX-License-Identifier: Apache-2.0
#include <weir/post_result.hpp>
#include <weir/task_group.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/observed.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

struct gives_no_help {
  using platform_type = observed;
  template <class F>
  post_result try_post(F&&) {
    return post_result::full;
  }
};

// Each of the two tasks needs a thread of its own.
TEST(a_group_that_gets_no_help, calls_all_that_wait_for_a_range_of_tasks) {
  gives_no_help p;
  task_group g(p);
  event begun, may_end;
  g.run([&] {
    begun.set();
    may_end.wait();
  });
  std::thread first([&g] { g.wait(); });
  ASSERT_TRUE(begun.wait_for());
  const int before = observed::condition_variable::waits;
  std::array<std::thread, 2> waiters;
  for (auto& each : waiters) each = std::thread([&g] { g.wait(); });
  ASSERT_TRUE(eventually([&] { return observed::condition_variable::waits == before + 2; }));
  std::array<event, 2> here;
  std::atomic<int> met = 0;
  std::vector<std::function<void()>> both;
  for (std::size_t i = 0; i != 2; ++i)
    both.emplace_back([&, i] {
      here[i].set();
      met += here[1 - i].wait_for() ? 1 : 0;
    });
  g.run_bulk(both);
  EXPECT_TRUE(here[0].wait_for() && here[1].wait_for());
  may_end.set();
  first.join();
  for (auto& each : waiters) each.join();
  EXPECT_EQ(met, 2);
}

}  // namespace
}  // namespace weir::tests
