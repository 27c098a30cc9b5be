// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/this_task.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pthread.h>

namespace weir::tests {
namespace {

TEST(a_view_of_a_context, says_if_there_is_a_value) {
  const int value = 5;
  EXPECT_FALSE(context_view());
  EXPECT_TRUE(context_view(value));
  const context_view::carrier only_a_place{nullptr, [](const void*) noexcept -> const void* { return nullptr; },
                                           [](const void*) noexcept -> const platform::where* { return nullptr; }};
  EXPECT_FALSE(context_view(&value, only_a_place));
}

std::string here() {
  const std::string* found = this_task::context<std::string>();
  return found == nullptr ? "nothing" : *found;
}

struct note {
  static inline std::mutex mutex;
  static inline std::vector<std::string> heard;
  void operator()(const std::exception_ptr&, const context_view& posted_with) const {
    const std::lock_guard lock(mutex);
    const std::string* text = posted_with.get<std::string>();
    heard.push_back(text == nullptr ? "nothing" : *text);
  }
  static std::vector<std::string> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(heard, {});
  }
};

weir::context<std::string> with(std::string text) { return weir::context(std::move(text)); }

template <class Pool>
class a_context : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
};
using pools = testing::Types<pool<panic::call<note>>, pool<panic::call<note>, queue::bounded<8>>, pool<panic::call<note>, queue::none>>;
TYPED_TEST_SUITE(a_context, pools, numbered);

TYPED_TEST(a_context, is_found_by_its_task_and_by_no_other) {
  for (int n = 0; n < 20; ++n) {
    EXPECT_EQ(this->p.run(here, with(std::to_string(n))), std::to_string(n));
    EXPECT_EQ(this->p.run(here), "nothing");
  }
  EXPECT_EQ(here(), "nothing") << "outside of tasks";
}

TYPED_TEST(a_context, is_found_by_its_own_type_only) {
  EXPECT_EQ(this->p.run(here, weir::context(7)), "nothing");
  EXPECT_EQ(this->p.run([] { return *this_task::context<int>(); }, weir::context(7)), 7);
  EXPECT_EQ(this->p.run([] { return this_task::context<long>(); }, weir::context(7)), nullptr);
}

TYPED_TEST(a_context, reaches_the_panic_handler) {
  note::take();
  EXPECT_EQ(this->p.post([] { throw std::runtime_error("oops"); }, with("first")), post_result::accepted);
  this->p.wait_idle();
  EXPECT_EQ(this->p.post([] { throw std::runtime_error("oops"); }), post_result::accepted);
  this->p.wait_idle();
  EXPECT_EQ(note::take(), (std::vector<std::string>{"first", "nothing"}));
}

TYPED_TEST(a_context, is_destroyed_with_its_task) {
  const auto value = std::make_shared<int>(0);
  this->p.run([] {}, weir::context(value));
  this->p.wait_idle();
  EXPECT_EQ(value.use_count(), 1);
  EXPECT_EQ(this->p.post([] { throw 1; }, weir::context(value)), post_result::accepted);
  this->p.wait_idle();
  EXPECT_EQ(value.use_count(), 1);
}

TYPED_TEST(a_context, may_be_too_large_for_a_small_task) {
  EXPECT_EQ(this->p.run([pad = std::string(100, 'x')] { return here(); }, with(std::string(200, 'y'))), std::string(200, 'y'));
}

// run() inside a task runs the callable as a part of that task.
TYPED_TEST(a_context, of_a_task_is_that_of_what_it_runs_inline) {
  EXPECT_EQ(this->p.run([this] { return this->p.run(here, with("ignored")); }, with("outer")), "outer");
}

TYPED_TEST(a_context, does_not_outlive_a_task_that_ends_its_thread) {
  TypeParam hooked{{.capacity = 1, .on_stop = [] { EXPECT_EQ(here(), "nothing") << "the task is gone"; }}};
  EXPECT_EQ(hooked.post([] { pthread_exit(nullptr); }, with("gone")), post_result::accepted);
  hooked.wait_idle();
}

// A submitter that is a task itself, and runs the new task because the pool is full.
TEST(a_context_within_a_context, hides_the_outer_one_and_gives_it_back) {
  pool<queue::none, blocking::caller_runs, panic::call<note>> p{{.capacity = 1}};
  note::take();
  EXPECT_EQ(p.post(
                [&] {
                  EXPECT_EQ(p.post([] { EXPECT_EQ(here(), "inner"); }, with("inner")), post_result::accepted);
                  EXPECT_EQ(here(), "outer");
                  EXPECT_EQ(p.post([] { EXPECT_EQ(here(), "nothing"); }), post_result::accepted);
                  EXPECT_EQ(p.post([] { throw 1; }, with("inner panic")), post_result::accepted);
                  EXPECT_EQ(here(), "outer");
                  throw 2;
                },
                with("outer")),
            post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(note::take(), (std::vector<std::string>{"inner panic", "outer"}));
}

// What is dropped on a thread that runs no task has no context, and the handler is told so.
struct throwing_discard {
  void operator()(task) const { throw std::runtime_error("dropped"); }
};
TEST(a_context_within_a_context, is_none_where_a_task_is_dropped) {
  pool<queue::bounded<1>, blocking::discard_oldest_to<throwing_discard>, panic::call<note>> p{{.capacity = 1}};
  note::take();
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  give(p, [] {});
  EXPECT_EQ(note::take(), std::vector<std::string>{"nothing"});
}

/// Notes the context of the task that destroys the last copy.
std::shared_ptr<void> looks_at_its_end(std::string& found) {
  return {nullptr, [&found](void*) { found = here(); }};
}

TEST(a_context, is_not_there_any_more_when_its_task_is_destroyed) {
  pool<> p({.capacity = 1});
  std::string found;
  give(
      p, [end = looks_at_its_end(found)] {}, with("gone with the task"));
  p.wait_idle();
  EXPECT_EQ(found, "nothing");
}

TEST(a_context, is_not_there_any_more_when_its_coroutine_is_destroyed) {
  pool<> p({.capacity = 1});
  std::string found;
  give(
      p, [end = looks_at_its_end(found)]() -> coroutine<> { co_await yield(); }, with("gone with the task"));
  p.wait_idle();
  EXPECT_EQ(found, "nothing");
}

}  // namespace
}  // namespace weir::tests
