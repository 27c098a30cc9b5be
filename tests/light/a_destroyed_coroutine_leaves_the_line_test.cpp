// SPDX-License-Identifier: Apache-2.0
// A coroutine that waits for room in a pool and is destroyed leaves the submitters that wait there.
#include <weir/coroutine.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/two_lanes.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace weir::tests {
namespace {

/// Which of the two calls waits for room.
struct posts_a_task {
  template <class Pool>
  static coroutine<> to(Pool& full, task t) {
    static_cast<void>(co_await full.async_post(std::move(t)));
  }
};
struct schedules_itself {
  template <class Pool>
  static coroutine<> to(Pool& full, task t) {
    const post_result answer = co_await full.schedule();
    if (answer == post_result::accepted) t();
  }
};

template <class Call>
class a_coroutine_that_is_destroyed_in_line : public testing::Test {
 protected:
  light_pool<> light{{.capacity = 2, .carriers = 1}};
  int ran = 0;

  /// A coroutine of `light` begins another one, whose call waits, and destroys it after `meanwhile`.
  template <class Pool, class F>
  void begin_and_destroy(Pool& full, F meanwhile) {
    light
        .submit([&]() -> coroutine<> {
          std::optional<coroutine<>> inner(Call::to(full, task([this] { ++ran; })));
          EXPECT_FALSE(engine::root::resume<platform::native>(engine::root::handle(*inner))) << "it waits";
          EXPECT_EQ(full.stats().waiting, 1U);
          meanwhile();
          inner.reset();
          co_return;
        })
        .get();
  }
};
using calls = testing::Types<posts_a_task, schedules_itself>;
TYPED_TEST_SUITE(a_coroutine_that_is_destroyed_in_line, calls, numbered);

TYPED_TEST(a_coroutine_that_is_destroyed_in_line, leaves_it) {
  pool<queue::bounded<1>> full({.capacity = 1});
  hold held;
  held.occupy(full);
  give(full, [] {});
  this->begin_and_destroy(full, [] {});
  EXPECT_EQ(full.stats().waiting, 0U);
  held.release();
  full.wait_idle();
  EXPECT_EQ(this->ran, 0);
}

TYPED_TEST(a_coroutine_that_is_destroyed_in_line, lets_a_coroutine_behind_it_have_the_room_that_it_had_no_use_for) {
  pool<two_lanes> full({.capacity = 1});
  hold held, next;
  held.occupy(full);
  give(full, [] {});  // in the lane of posts without a level
  give(full, next.task(), level{0});
  light_pool<> other({.capacity = 1, .carriers = 1});
  std::optional<future<post_result>> behind;
  this->begin_and_destroy(full, [&] {
    behind = other.submit([&]() -> coroutine<post_result> { co_return co_await full.async_post(task([] {}), level{0}); });
    EXPECT_TRUE(eventually([&] { return full.stats().waiting == 2; }));
    held.release();
    EXPECT_TRUE(next.begun()) << "there is room in the lane of level 0 now";
    EXPECT_EQ(full.stats().waiting, 2U) << "but the first in line has no use for it";
  });
  ASSERT_TRUE(behind->wait_for(patience));
  EXPECT_EQ(behind->get(), post_result::accepted);
}

}  // namespace
}  // namespace weir::tests
