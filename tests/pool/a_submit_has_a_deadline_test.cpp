// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>
#include <weir/sleep.hpp>
#include <weir/submit_until.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <type_traits>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using small_pool = pool<queue::bounded<2>>;

const auto must_not_run = [] {
  ADD_FAILURE() << "a refused task ran";
  return 0;
};

template <class Future>
post_result reason(Future f) {
  EXPECT_TRUE(f.ready());
  try {
    static_cast<void>(f.get());
  } catch (const not_run& e) {
    return e.reason();
  }
  return post_result::accepted;
}

/// A pool that is full, and what refers to it.
struct direct {
  small_pool pool{{.capacity = 1}};
  small_pool& door = pool;
};
struct by_hand {
  weir::pool<queue::none> pool{{.capacity = 1}};
  weir::pool<queue::none>& door = pool;
};
struct through_any_pool {
  small_pool pool{{.capacity = 1}};
  any_pool door{pool};
};
struct through_a_share {
  small_pool pool{{.capacity = 1}};
  share<small_pool> door{pool, {.capacity = 4}};
};
struct through_a_share_of_any_pool {
  small_pool pool{{.capacity = 1}};
  any_pool between{pool};
  share<any_pool> door{between, {.capacity = 4}};
};
struct one_of_several {
  multi_pool<small_pool> pool{2, {.capacity = 1}};
  multi_pool<small_pool>& door = pool;
};

template <class Pools>
class a_full_pool : public testing::Test {
 protected:
  Pools of;
  std::array<hold, 2> busy;

  void SetUp() override {
    if constexpr (requires { of.pool.size(); }) {
      for (std::size_t i = 0; i != busy.size(); ++i) busy[i].occupy(of.pool[i]);
    } else {
      busy[0].occupy(of.pool);
    }
    while (of.pool.try_post([] {}) == post_result::accepted) {
    }
  }
  void TearDown() override {
    release();
    of.pool.wait_idle();
  }
  void release() {
    for (hold& each : busy) each.release();
  }
};
using kinds = testing::Types<direct, by_hand, through_any_pool, through_a_share, through_a_share_of_any_pool, one_of_several>;
TYPED_TEST_SUITE(a_full_pool, kinds, numbered);

TYPED_TEST(a_full_pool, lets_a_submit_wait_until_its_deadline) {
  auto& door = this->of.door;
  using clock = typename std::remove_reference_t<decltype(door)>::clock;
  EXPECT_EQ(reason(submit_for(door, 1ms, must_not_run)), post_result::timed_out);
  EXPECT_EQ(reason(submit_for(door, -1h, must_not_run)), post_result::timed_out);
  EXPECT_EQ(reason(submit_until(door, clock::now(), must_not_run)), post_result::timed_out);
}

TYPED_TEST(a_full_pool, runs_what_was_submitted_when_it_has_room) {
  auto& door = this->of.door;
  this->release();
  EXPECT_EQ(submit_for(door, 1h, [] { return 3; }).get(), 3);
  EXPECT_EQ(
      submit_until(door, std::remove_reference_t<decltype(door)>::time_point::max(), [owned = std::make_unique<int>(4)] { return *owned; })
          .get(),
      4);
  EXPECT_THROW(submit_for(door, 1h, [] { throw std::runtime_error("thrown"); }).get(), std::runtime_error);
  EXPECT_THROW(static_cast<void>(submit_for(door, 1h, std::function<void()>())), std::invalid_argument);
}

TYPED_TEST(a_full_pool, answers_a_post_of_its_door_by_the_deadline) {
  auto& door = this->of.door;
  using clock = typename std::remove_reference_t<decltype(door)>::clock;
  EXPECT_EQ(door.post_for(1ms, must_not_run), post_result::timed_out);
  EXPECT_EQ(door.post_until(clock::now(), must_not_run), post_result::timed_out);
  task kept(must_not_run);
  EXPECT_EQ(door.post_for(1ms, kept), post_result::timed_out);
  EXPECT_TRUE(kept) << "a refused weir::task stays with the caller";
}

TYPED_TEST(a_full_pool, says_that_it_is_closed) {
  this->release();
  this->of.pool.shutdown();
  EXPECT_EQ(reason(submit_for(this->of.door, 1h, must_not_run)), post_result::closed);
  EXPECT_EQ(this->of.door.post_for(1h, must_not_run), post_result::closed);
}

TEST(a_submit_with_a_deadline, by_a_worker_of_the_full_pool_does_not_wait) {
  small_pool p{{.capacity = 1}};
  p.run([&p] {
    while (p.try_post([] {}) == post_result::accepted) {
    }
    EXPECT_EQ(reason(submit_for(p, 1h, must_not_run)), post_result::full);
  });
}

TEST(a_submit_with_a_deadline, awaits_a_coroutine_and_takes_a_tag_and_a_token) {
  pool<queue::keyed> p{{.capacity = 1}};
  auto slept = submit_for(p, 1h, []() -> coroutine<int> {
    co_await sleep_for(1us);
    co_return 5;
  });
  EXPECT_EQ(slept.get(), 5);
  EXPECT_EQ(submit_for(
                p, 1h, [] { return 6; }, weir::key{3})
                .get(),
            6);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(submit_for(p, 1h, must_not_run, stop.get_token()).get(), not_run);
}

TEST(a_submit_with_a_deadline, to_an_any_pool_that_never_waits_is_a_submit) {
  pool<queue::bounded<2>, blocking::reject> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  while (p.try_post([] {}) == post_result::accepted) {
  }
  EXPECT_EQ(reason(submit_for(any_pool(p), 1h, must_not_run)), post_result::full);
}

TEST(a_submit_with_a_deadline, of_an_argument) {
  hold busy;
  const auto held_at_0 = [holding = busy.task()](int n) {
    if (n == 0) holding();
    return n + 1;
  };
  function_pool<std::function<int(int)>, int, queue::bounded<1>> p(held_at_0, {.capacity = 1});
  auto held = p.submit_for(1h, 0);
  ASSERT_TRUE(busy.begun());
  while (p.try_post(1) == post_result::accepted) {
  }
  EXPECT_EQ(reason(p.submit_for(1ms, 2)), post_result::timed_out);
  EXPECT_EQ(reason(p.submit_until(decltype(p)::clock::now(), 2)), post_result::timed_out);
  busy.release();
  EXPECT_EQ(held.get(), 1);
  EXPECT_EQ(p.submit_until(decltype(p)::time_point::max(), 2).get(), 3);
}

}  // namespace
}  // namespace weir::tests
