// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/carrier_queue.hpp>
#include <weir/engine/coroutine/ready_queues.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace weir::tests {
namespace {

using P = platform::native;
using turn = engine::resumption<P>;
using carriers_queue = engine::carrier_queue<P, turn>;
constexpr unsigned turns_between_others = engine::ready_queues<P>::pops_between_others;

/// Notes whose turn it was to run last.
struct host final : engine::carrier_host<P> {
  engine::resumable<P>* last = nullptr;

  void carry(engine::resumable<P>& w) override { last = &w; }
  bool trim() noexcept override { return false; }
  void resume(engine::resumable<P>&) override {}
  void resume_at(engine::resumable<P>&, time_point) override {}
  void cancel_wait(engine::resumable<P>&) override {}
  void resume_here(engine::resumable<P>&) override {}
};

/// The worker of that number, which always uses the same list.
struct worker : engine::resumable<P> {
  worker(carriers_queue& all, unsigned number) { this->home_.write() = &all.home(number); }
  void is_ready() { this->home().resume(*this); }
};

/// Three carriers of three workers: each has a list of its own.
class carrier_queue : public testing::Test {
 protected:
  host h;
  carriers_queue q{h, 3, 3};
  worker first{q, 0}, second{q, 1}, third{q, 2};

  /// Whose turn a carrier of that seat runs next; null: there is none.
  const engine::resumable<P>* next(carriers_queue::seat& mine) {
    turn t;
    if (!q.try_pop(t, mine)) return nullptr;
    t();
    return h.last;
  }
};

TEST_F(carrier_queue, begins_with_the_list_of_the_carrier_and_goes_on_with_the_others) {
  carriers_queue::seat mine;
  q.prepare(mine, 1);
  for (worker* each : {&first, &second, &third}) each->is_ready();
  EXPECT_EQ(q.size(), 3U);
  EXPECT_EQ(next(mine), &second);
  EXPECT_EQ(next(mine), &third);
  EXPECT_EQ(next(mine), &first);
  EXPECT_EQ(next(mine), nullptr);
  EXPECT_EQ(q.size(), 0U);
}

TEST_F(carrier_queue, begins_with_another_list_now_and_then) {
  carriers_queue::seat mine;
  q.prepare(mine, 0);
  second.is_ready();
  for (unsigned n = 1; n != turns_between_others; ++n) {
    first.is_ready();
    ASSERT_EQ(next(mine), &first);
  }
  first.is_ready();
  EXPECT_EQ(next(mine), &second);
  EXPECT_EQ(next(mine), &first);
}

TEST_F(carrier_queue, gives_turns_that_say_whether_they_are_any) {
  turn none;
  EXPECT_FALSE(none);
  turn of_first(first);
  EXPECT_TRUE(of_first);
  turn moved(std::move(of_first));
  EXPECT_FALSE(of_first);  // NOLINT(bugprone-use-after-move): that is the question
  EXPECT_TRUE(moved);
  none = std::move(moved);
  EXPECT_FALSE(moved);  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(none);
  none.reset();
  EXPECT_FALSE(none);
}

}  // namespace
}  // namespace weir::tests
