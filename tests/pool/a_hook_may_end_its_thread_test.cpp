// SPDX-License-Identifier: Apache-2.0
// Hooks that call pthread_exit: the worker is lost, and nothing else is.
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <any>
#include <atomic>
#include <memory>

namespace weir::tests {
namespace {

enum class hook { on_start, worker_state, on_stop };

/// Options whose hooks count, and one of which ends the first thread that comes to it.
struct deadly_hooks {
  hook which;
  std::atomic<bool> strikes{true};
  std::atomic<int> started{0}, stopped{0}, made{0}, destroyed{0};

  void at(hook h) {
    if (h == which && strikes.exchange(false)) pthread_exit(nullptr);
  }
  struct object {
    deadly_hooks& hooks;
    explicit object(deadly_hooks& h) : hooks(h) { ++hooks.made; }
    object(const object&) = delete;
    object& operator=(const object&) = delete;
    ~object() { ++hooks.destroyed; }
  };
  options with(unsigned capacity) {
    options o{.capacity = capacity};
    o.on_start = [this] {
      at(hook::on_start);
      ++started;
    };
    o.worker_state = [this]() -> std::any {
      at(hook::worker_state);
      return std::make_shared<object>(*this);
    };
    o.on_stop = [this] {
      ++stopped;
      at(hook::on_stop);
    };
    return o;
  }
};

template <class Pool>
class a_pool_whose_hook_ends_its_thread : public testing::Test {};
using pools = testing::Types<pool<panic::ignore>, pool<panic::ignore, wake::exact>, pool<panic::ignore, queue::none>,
                             pool<panic::ignore, queue::bounded<2>>, pool<panic::ignore, queue::bounded<1>, blocking::overflow_spawn>,
                             pool<panic::ignore, queue::none, blocking::reject>>;
TYPED_TEST_SUITE(a_pool_whose_hook_ends_its_thread, pools, numbered);

template <class Pool>
void runs_and_ends(hook which) {
  deadly_hooks hooks{which};
  {
    Pool p(hooks.with(2));
    for (int n = 0; n != 3; ++n) {
      event ran;
      if (p.post([&] { ran.set(); }) != post_result::accepted) continue;
      EXPECT_TRUE(ran.wait_for()) << "task " << n;
    }
    EXPECT_TRUE(p.wait_idle_for(patience));
    p.shutdown();
    EXPECT_TRUE(p.join_for(patience).ended);
  }
  EXPECT_FALSE(hooks.strikes) << "the hook has ended a thread";
  EXPECT_EQ(hooks.started, hooks.stopped) << "on_stop comes for each worker whose on_start returned";
  EXPECT_EQ(hooks.made, hooks.destroyed);
}

TYPED_TEST(a_pool_whose_hook_ends_its_thread, at_the_start_loses_no_task) { runs_and_ends<TypeParam>(hook::on_start); }
TYPED_TEST(a_pool_whose_hook_ends_its_thread, at_the_making_of_its_object_loses_no_task) { runs_and_ends<TypeParam>(hook::worker_state); }
TYPED_TEST(a_pool_whose_hook_ends_its_thread, at_the_end_ends_all_the_same) { runs_and_ends<TypeParam>(hook::on_stop); }

// Nothing ran on that worker, so no task has failed.
TEST(a_hook_that_ends_its_thread, is_counted_as_no_failed_task) {
  deadly_hooks hooks{hook::on_start};
  pool<panic::ignore, observer::counters> p(hooks.with(1));
  give(p, [] {});
  EXPECT_TRUE(p.wait_idle_for(patience));
  EXPECT_EQ(p.stats().panicked, 0U);
  EXPECT_EQ(p.stats().completed, 1U);
}

}  // namespace
}  // namespace weir::tests
