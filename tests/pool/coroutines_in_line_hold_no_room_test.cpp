// SPDX-License-Identifier: Apache-2.0
// A coroutine of the pool itself that waits for room in it: it is answered, and those behind it are, whatever its own pool's workers do.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// A coroutine of one pool that posts a task to another, or to the same, and what it is answered.
template <class Pool>
struct submitter {
  std::atomic<int> ran = 0;
  event answered;
  std::optional<post_result> answer;

  template <class Home>
  submitter(Home& home, Pool& to) {
    give(home, [this, &to]() -> basic_coroutine<void, typename Pool::platform_type> {
      const std::string words(100, 'x');  // more than fits in place
      auto more = [this, words] { ran += words.size() == 100; };
      answer = co_await to.async_post(std::move(more));
      answered.set();
    });
  }
  explicit submitter(Pool& pool) : submitter(pool, pool) {}
  bool is(post_result expected) { return answered.wait_for() && answer == expected; }
};

/// A thread that posts, and what it is answered.
template <class Pool>
struct thread_behind {
  std::shared_ptr<event> ran = std::make_shared<event>();  // the task may run after the test
  event answered;
  post_result answer = post_result::full;
  std::thread thread;

  explicit thread_behind(Pool& p)
      : thread([this, &p] {
          answer = p.post_for(2 * patience, [ran = ran] { ran->set(); });
          answered.set();
        }) {}
  ~thread_behind() { thread.join(); }
};

using hand_over = pool<queue::none>;

TEST(a_coroutine_in_line, is_served_by_the_only_worker_of_its_pool) {
  hand_over p({.capacity = 1});
  submitter s(p);
  EXPECT_TRUE(s.is(post_result::accepted));
  p.wait_idle();
  EXPECT_EQ(s.ran, 1);
}

TEST(a_coroutine_in_line, is_served_after_its_pool_has_shrunk_to_one_worker) {
  hand_over p({.capacity = 2});
  hold first;
  first.occupy(p);
  submitter s(p);
  ASSERT_TRUE(eventually([&] { return p.stats().waiting == 1 || s.answered.happened(); }));
  p.resize(0, 1);
  first.release();
  EXPECT_TRUE(s.is(post_result::accepted));
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(s.ran, 1);
}

TEST(a_coroutine_in_line, keeps_no_idle_worker_from_the_thread_behind_it) {
  hand_over p({.capacity = 2});
  hold busy;
  busy.occupy(p);
  submitter s(p);  // begins on the second worker, which stays free for its task
  thread_behind t(p);
  EXPECT_TRUE(s.is(post_result::accepted));
  EXPECT_TRUE(t.answered.wait_for()) << "one worker is free";
  EXPECT_EQ(t.answer, post_result::accepted);
  busy.release();
  p.wait_idle();  // the task of `s` refers to it
}

// Waits for room in a full pool, in front of a thread, while its own pool has no worker to give it its next turn.
template <class Pool>
class a_coroutine_without_a_worker : public testing::Test {
 protected:
  void SetUp() override {
    held.occupy(full);
    while (full.try_post([] {}) == post_result::accepted) continue;
    s.emplace(home, full);
    ASSERT_TRUE(eventually([&] { return full.stats().waiting == 1; }));
    blocked.occupy(home);
    t.emplace(full);
    ASSERT_TRUE(eventually([&] { return full.stats().waiting == 2; }));
  }
  void TearDown() override {
    held.release();
    blocked.release();
    t.reset();
    EXPECT_TRUE(s->answered.wait_for());
    full.wait_idle();
    home.wait_idle();
  }

  pool<> home{{.capacity = 1}};
  Pool full{{.capacity = 1, .carriers = 1}};
  std::optional<submitter<Pool>> s;
  std::optional<thread_behind<Pool>> t;
  hold held, blocked;
};
using full_pools =
    testing::Types<pool<queue::none>, pool<queue::bounded<1>>, light_pool<queue::none, blocking::wait>, light_pool<queue::bounded<1>>>;
TYPED_TEST_SUITE(a_coroutine_without_a_worker, full_pools, numbered);

TYPED_TEST(a_coroutine_without_a_worker, keeps_nobody_from_hearing_that_the_pool_is_closed) {
  this->full.shutdown();
  EXPECT_TRUE(this->t->answered.wait_for()) << "its place is behind the coroutine's";
  EXPECT_EQ(this->t->answer, post_result::closed);
  this->blocked.release();
  EXPECT_TRUE(this->s->is(post_result::closed));
  EXPECT_EQ(this->s->ran, 0);
}

TYPED_TEST(a_coroutine_without_a_worker, has_its_task_run_and_the_next_one_too) {
  this->held.release();
  EXPECT_TRUE(eventually([&] { return this->s->ran == 1; })) << "the task is posted for it";
  EXPECT_TRUE(this->t->answered.wait_for());
  EXPECT_EQ(this->t->answer, post_result::accepted);
  EXPECT_TRUE(this->t->ran->wait_for());
  this->blocked.release();
  EXPECT_TRUE(this->s->is(post_result::accepted));
}

TYPED_TEST(a_coroutine_without_a_worker, may_outlive_the_pool_that_answers_it) {
  this->held.release();
  EXPECT_TRUE(eventually([&] { return this->s->ran == 1; }));
  this->t.reset();
  this->full.shutdown();
  this->full.join();
  EXPECT_EQ(this->full.stats().waiting, 0U);
  this->blocked.release();
  EXPECT_TRUE(this->s->is(post_result::accepted));
}

// No thread is to be had beside the one worker: it runs the coroutine, and then the coroutine's task.
TEST(a_coroutine_in_line, does_not_ask_the_system_for_threads_again_and_again) {
  std::atomic<int> asked{0};
  const unreliable_threads::scope one_thread([&] { return asked++ == 0; });
  pool<unreliable_threads, queue::none> p({.capacity = 2});
  p.run([] {});
  submitter s(p);
  EXPECT_TRUE(s.is(post_result::accepted));
  p.wait_idle();
  EXPECT_EQ(s.ran, 1);
  EXPECT_LE(asked, 10);
}

}  // namespace
}  // namespace weir::tests
