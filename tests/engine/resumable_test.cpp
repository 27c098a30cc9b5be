// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>

#include <coroutine>

namespace weir::tests {
namespace {

using P = platform::native;
using queue = engine::ready_queue<P>;

struct coroutine_of : engine::resumable<P> {
  explicit coroutine_of(queue& home) { this->home_.write() = &home; }
};

class resumable : public testing::Test {
 protected:
  queue first, second;
  coroutine_of mine{first}, other{first};
  engine::task_frame<P> worker{this};

  resumable() {
    worker.light = &mine;
    worker.queue = &second;
  }
};

TEST_F(resumable, waits_where_the_worker_is_that_suspends_it) {
  mine.suspended_at(std::noop_coroutine());
  EXPECT_EQ(&mine.home(), &second);
}

TEST_F(resumable, waits_where_it_was_while_a_call_may_be_looking_for_it) {
  mine.suspended_again_at(std::noop_coroutine());
  EXPECT_EQ(&mine.home(), &first);
}

TEST_F(resumable, waits_where_it_was_if_another_one_runs) {
  other.suspended_at(std::noop_coroutine());
  EXPECT_EQ(&other.home(), &first);
}

TEST_F(resumable, waits_where_it_was_on_a_thread_that_has_no_queue) {
  worker.queue = nullptr;
  mine.suspended_at(std::noop_coroutine());
  EXPECT_EQ(&mine.home(), &first);
  const engine::task_frame<P> within(&first);
  worker.queue = &second;
  mine.suspended_at(std::noop_coroutine());
  EXPECT_EQ(&mine.home(), &first);
}

}  // namespace
}  // namespace weir::tests
