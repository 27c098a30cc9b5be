// SPDX-License-Identifier: Apache-2.0
#include <weir/future.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/then.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/reason_of.hpp"
#include "tests/support/short_of_memory.hpp"
#include "tests/support/throws_when_destroyed.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include <pthread.h>

namespace weir::tests {
namespace {

TEST(a_continuation, is_not_made_of_an_empty_callable) {
  pool<> p;
  EXPECT_THROW(static_cast<void>(then(p.submit([] {}), p, std::function<void()>())), std::invalid_argument);
}

TEST(a_continuation, that_throws_is_counted_as_failed) {
  pool<observer::counters> p{{.capacity = 1}};
  auto f = then(p.submit([] {}), p, [] { throw std::runtime_error("it"); });
  EXPECT_THROW(f.get(), std::runtime_error);
  p.wait_idle();
  EXPECT_EQ(p.stats().failed, 1U);
}

TEST(a_continuation, that_ran_has_given_up_its_captures) {
  pool<> p{{.capacity = 1}};
  const auto captured = std::make_shared<int>(3);
  auto f = then(p.submit([] {}), p, [captured] { return *captured; });
  p.wait_idle();
  EXPECT_EQ(captured.use_count(), 1) << "while its future lives";
  EXPECT_EQ(f.get(), 3);
}

TEST(a_continuation, that_was_handed_back_runs_once_where_it_is_called) {
  pool<> first{{.capacity = 1}}, second{{.capacity = 1}};
  hold busy;
  busy.occupy(second);
  const auto captured = std::make_shared<int>(3);
  int calls = 0;
  auto f = then(first.submit([] {}), second, [captured, &calls] { return ++calls, *captured; });
  first.wait_idle();
  auto waited = second.stop();
  ASSERT_EQ(waited.size(), 1U);
  EXPECT_FALSE(f.ready());
  waited[0]();
  EXPECT_EQ(captured.use_count(), 1) << "while the task that was handed back lives";
  waited[0]();
  EXPECT_EQ(f.get(), 3);
  EXPECT_EQ(calls, 1);
  busy.release();
}

/// Looks at a future when it is destroyed.
struct looks {
  explicit looks(future<void>& at) : its(&at) {}
  looks(looks&& other) noexcept : its(std::exchange(other.its, nullptr)) {}
  ~looks() {
    if (its != nullptr) was_ready = its->valid() && its->ready();
  }
  future<void>* its;
  static inline bool was_ready = false;
};

// The source's exception needs no pool, and what would have been called is destroyed before the outcome is there.
TEST(a_continuation, of_a_failure_is_destroyed_without_a_call) {
  pool<> source{{.capacity = 1}};
  pool<> gone;
  EXPECT_TRUE(gone.stop().empty());
  gone.join();
  hold busy;
  busy.occupy(source);
  const auto captured = std::make_shared<int>(3);
  future<void> f;
  auto failing = source.submit([] { throw std::runtime_error("it"); });
  looks::was_ready = false;
  f = then(std::move(failing), gone, [captured, its = looks(f)] { ADD_FAILURE() << "there is no value"; });
  busy.release();
  source.wait_idle();
  EXPECT_EQ(captured.use_count(), 1);
  EXPECT_FALSE(looks::was_ready);
  EXPECT_THROW(f.get(), std::runtime_error);
}

TEST(a_continuation, that_was_handed_back_throws_into_its_future) {
  pool<> first{{.capacity = 1}}, second{{.capacity = 1}};
  hold busy;
  busy.occupy(second);
  auto f = then(first.submit([] {}), second, [] { throw std::runtime_error("it"); });
  first.wait_idle();
  auto waited = second.stop();
  ASSERT_EQ(waited.size(), 1U);
  waited[0]();
  EXPECT_THROW(f.get(), std::runtime_error);
  busy.release();
}

TEST(a_continuation, whose_future_is_gone_leaves_nothing_behind) {
  if (!allocations_are_counted()) GTEST_SKIP() << "a sanitizer counts them";
  pool<> p{{.capacity = 1}};
  const auto thrown = std::make_shared<int>(3);
  const auto fails = [&] {
    hold busy;
    busy.occupy(p);
    static_cast<void>(then(p.submit([thrown] { throw thrown; }), p, [] {}));
    busy.release();
    p.wait_idle();
  };
  fails();
  const long before = objects_left();
  fails();
  EXPECT_EQ(objects_left(), before);
  EXPECT_EQ(thrown.use_count(), 1);
}

// Without a thread for it the continuation runs in the post, on the thread that has completed the future, and may end that thread.
TEST(a_continuation, may_end_the_thread_that_posts_it) {
  pool<unreliable_threads> source{{.capacity = 1}}, p{{.capacity = 1}};
  hold busy;
  busy.occupy(source);
  auto f = then(source.submit([] {}), p, [] { pthread_exit(nullptr); });
  const unreliable_threads::scope refusing([] { return false; });
  busy.release();
  EXPECT_THROW(f.get(), not_run);
}

// What the pool has destroyed cannot be refused once more.
TEST(a_continuation, that_was_discarded_is_over) {
  pool<> source{{.capacity = 1}};
  pool<queue::bounded<1>, blocking::discard_newest> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([] {}), post_result::accepted);
  auto f = then(source.submit([] {}), p, [] {});
  EXPECT_THROW(f.get(), not_run);
  busy.release();
}

/// As any task's, what its destructor throws goes to the panic policy: of the pool that has run it, or of the one whose task has brought no value.
TEST(a_continuation, may_throw_when_it_is_destroyed) {
  pool<panic::rethrow_at_wait> source{{.capacity = 1}}, p{{.capacity = 1}};
  EXPECT_NO_THROW(then(source.submit([] {}), p, throws_when_destroyed()).get());
  EXPECT_THROW(p.wait_idle(), std::domain_error);
  EXPECT_THROW(then(source.submit([] { throw std::runtime_error("it"); }), p, throws_when_destroyed()).get(), std::runtime_error);
  EXPECT_THROW(source.wait_idle(), std::domain_error);
  p.shutdown();
  auto refused = then(source.submit([] {}), p, throws_when_destroyed());
  EXPECT_EQ(reason_of(refused), post_result::closed);
  EXPECT_THROW(source.wait_idle(), std::domain_error);
}

TEST(a_continuation, may_throw_when_a_thread_outside_of_pools_destroys_it) {
  pool<> source{{.capacity = 1}}, p{{.capacity = 1}};
  hold busy;
  busy.occupy(source);
  auto f = then(source.submit([] {}), p, throws_when_destroyed());
  testing::internal::CaptureStderr();
  EXPECT_EQ(source.stop().size(), 1U);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("on purpose; it came from the destructor of a continuation"), std::string::npos);
  EXPECT_EQ(reason_of(f), post_result::cancelled);
  busy.release();
}

TEST(a_continuation, for_which_there_is_no_memory_fails) {
  pool<> source{{.capacity = 1}};
  pool<short_of_memory> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  short_of_memory::now = true;
  auto f = then(source.submit([] {}), p, [] {});
  source.wait_idle();
  short_of_memory::now = false;
  EXPECT_TRUE(f.ready());
  EXPECT_THROW(f.get(), std::bad_alloc);
  busy.release();
}

}  // namespace
}  // namespace weir::tests
