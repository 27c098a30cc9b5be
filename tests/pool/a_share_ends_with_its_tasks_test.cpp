// SPDX-License-Identifier: Apache-2.0
#include <weir/pool.hpp>
#include <weir/share.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace weir::tests {
namespace {

TEST(a_share, that_is_destroyed_takes_no_more_tasks) {
  thread_pool p{{.capacity = 2}};
  struct again {
    share<thread_pool>& part;
    void operator()() const {
      if (part.post(again(*this)) != post_result::closed) std::this_thread::yield();
    }
  };
  share part(p, {.capacity = 1});
  give(part, again{part});
}

TEST(a_share_death, is_not_destroyed_by_a_task_of_its_pool) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        thread_pool p{{.capacity = 1}};
        auto* part = new share(p, {.capacity = 1});
        give(p, [part] { delete part; });
        p.wait_idle();
      },
      testing::KilledBySignal(SIGABRT), "a share must not be destroyed by a task of its pool");
}

TEST(a_share, waits_until_its_deadline_has_come) {
  pool<manual_clock> p{{.capacity = 1}};
  share part(p, {.capacity = 1});
  hold busy;
  busy.occupy(part);
  EXPECT_FALSE(part.wait_idle_until(manual_clock::clock::now()));
}

}  // namespace
}  // namespace weir::tests
