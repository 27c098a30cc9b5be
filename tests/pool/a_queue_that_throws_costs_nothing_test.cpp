// SPDX-License-Identifier: Apache-2.0
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/short_of_memory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

// The queue concept lets try_push throw, and a queue of the user's may be bounded as well.
namespace weir::tests {
namespace {

class a_queue_that_throws : public testing::Test {
 protected:
  void TearDown() override { short_of_memory::now = false; }
  pool<short_of_memory> p{{.capacity = 1}};
};

TEST_F(a_queue_that_throws, leaves_the_pool_as_it_was) {
  short_of_memory::now = true;
  int ran = 0;
  task mine([&] { ++ran; });
  EXPECT_THROW(static_cast<void>(p.post(mine)), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(p.try_post(mine)), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(p.submit([] {})), std::bad_alloc);
  EXPECT_TRUE(mine);
  p.wait_idle();
  short_of_memory::now = false;
  give(p, mine);
  p.wait_idle();
  EXPECT_EQ(ran, 1);
}

TEST_F(a_queue_that_throws, at_a_submitter_who_waited_lets_the_next_one_in) {
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  std::atomic<int> threw{0};
  std::atomic<bool> over{false};
  const auto submit = [&] {
    try {
      static_cast<void>(p.post([] {}));
    } catch (const std::bad_alloc&) {
      ++threw;
    }
  };
  std::thread first(submit);
  std::thread second(submit);
  std::thread watcher([&] {
    while (!over) static_cast<void>(p.stats());
  });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 2; }));
  short_of_memory::now = true;
  busy.release();
  first.join();
  second.join();
  over = true;
  watcher.join();
  EXPECT_EQ(threw, 2);
  EXPECT_EQ(p.stats().waiting, 0U);
  short_of_memory::now = false;
  p.shutdown();
  EXPECT_TRUE(p.join_for(patience));
}

TEST_F(a_queue_that_throws, at_a_submitter_who_waited_does_not_keep_the_pool_from_ending) {
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  std::thread submitter([&] { EXPECT_THROW(static_cast<void>(p.post([] {})), std::bad_alloc); });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  std::thread joiner([&] { p.join(); });
  short_of_memory::now = true;
  p.shutdown();
  busy.release();
  submitter.join();
  event joined;
  std::thread watcher([&] {
    joiner.join();
    joined.set();
  });
  EXPECT_TRUE(joined.wait_for()) << "the pool has ended and its joiner was not told";
  static_cast<void>(p.stop());
  p.shutdown();  // tells it, so that a failure ends
  watcher.join();
}

}  // namespace
}  // namespace weir::tests
