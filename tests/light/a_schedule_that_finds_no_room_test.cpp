// SPDX-License-Identifier: Apache-2.0
// co_await pool.schedule() where the pool has no room: the answer, and where the coroutine continues.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/foreign.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/short_of_memory.hpp"

#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <thread>

namespace weir::tests {
namespace {

class a_schedule_without_room : public testing::Test {
 protected:
  light_pool<> light{{.capacity = 2, .carriers = 1}};
  const std::thread::id home = light.submit(here).get();

  /// Both places of a pool of one worker are taken.
  template <class Pool>
  static void fill(Pool& p, hold& busy) {
    busy.occupy(p);
    give(p, [] {});
  }
  template <class Pool>
  future<post_result> visit(Pool& p) {
    return light.submit([this, &p]() -> coroutine<post_result> {
      const post_result answer = co_await p.schedule();
      EXPECT_EQ(here() == home, answer != post_result::accepted);
      co_return answer;
    });
  }
};

TEST_F(a_schedule_without_room, is_answered_at_once_when_the_pool_is_closed) {
  pool<queue::bounded<1>> p({.capacity = 1});
  p.shutdown();
  EXPECT_EQ(visit(p).get(), post_result::closed);
}

TEST_F(a_schedule_without_room, is_refused_when_too_many_wait) {
  pool<queue::bounded<1>, blocking::wait_at_most<1>> p({.capacity = 1});
  hold busy;
  fill(p, busy);
  auto first = visit(p);
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  auto second = visit(p);
  ASSERT_TRUE(second.wait_for(patience)) << "it waits";
  EXPECT_EQ(second.get(), post_result::full);
  busy.release();
  EXPECT_EQ(first.get(), post_result::accepted);
}

TEST_F(a_schedule_without_room, throws_what_the_queue_throws_later) {
  pool<short_of_memory> p({.capacity = 1});
  hold busy;
  fill(p, busy);
  auto visits = visit(p);
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  short_of_memory::now = true;
  busy.release();
  ASSERT_TRUE(visits.wait_for(patience));
  short_of_memory::now = false;
  EXPECT_THROW(static_cast<void>(visits.get()), std::bad_alloc);
}

TEST_F(a_schedule_without_room, of_a_coroutine_of_others_waits_on_its_thread) {
  pool<queue::bounded<1>> p({.capacity = 1});
  hold busy;
  fill(p, busy);
  event over;
  const auto visits = [&](std::thread::id own) -> foreign {
    const post_result answer = co_await p.schedule();
    EXPECT_EQ(answer, post_result::closed);
    EXPECT_EQ(here(), own);
    over.set();
  };
  std::thread caller([&] { visits(here()); });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.shutdown();
  EXPECT_TRUE(over.wait_for());
  caller.join();
}

}  // namespace
}  // namespace weir::tests
