// SPDX-License-Identifier: Apache-2.0
#include <weir/task_group.hpp>

#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

template <class Pool>
class a_purged_ticket_is_not_waited_for : public testing::Test {};
using pools = testing::Types<thread_pool, pool<>>;
TYPED_TEST_SUITE(a_purged_ticket_is_not_waited_for, pools, numbered);

/// A worker ends a group whose call for help is queued, and gives its next groups to the same call. If purge() has handed it back to a program that
/// keeps it, these groups get no help, but those after them do.
TYPED_TEST(a_purged_ticket_is_not_waited_for, for_ever) {
  TypeParam p{{.capacity = 2}};
  hold other;
  other.occupy(p);
  event called;
  event purged;
  event helped;
  give(p, [&] {
    {
      task_group g(p);
      g.run([] {});
      g.wait();
    }
    called.set();
    ASSERT_TRUE(purged.wait_for());
    for (int n = 0; n != 300; ++n) {
      task_group g(p);
      g.run([] {});
      g.wait();
    }
    task_group last(p);
    last.run([&] { helped.set(); });
    EXPECT_TRUE(helped.wait_for()) << "the other worker is free";
    last.wait();
  });
  ASSERT_TRUE(called.wait_for());
  const auto kept = p.purge();
  EXPECT_EQ(kept.size(), 1U);
  other.release();
  purged.set();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
