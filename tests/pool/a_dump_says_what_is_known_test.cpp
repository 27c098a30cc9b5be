// SPDX-License-Identifier: Apache-2.0
#include <weir/dump.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/future.hpp>
#include <weir/platform/place_note.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/dump_of.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <type_traits>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
constexpr auto age = "those queued have waited no longer";

TEST(a_dump, says_whether_the_pool_is_open) {
  thread_pool p({.capacity = 1, .name = "p"});
  EXPECT_TRUE(has(dump_of(p), "pool 'p' is open: "));
  hold busy;
  busy.occupy(p);
  p.shutdown();
  EXPECT_TRUE(has(dump_of(p), "pool 'p' is closing: "));
  busy.release();
  p.join();
  EXPECT_TRUE(has(dump_of(p), "pool 'p' is stopped: "));
}

TEST(a_dump, has_no_worker_that_has_left) {
  thread_pool p({.capacity = 2, .name = "p"});
  {
    hold one, other;
    one.occupy(p);
    other.occupy(p);
    p.resize(0, 1);
    one.release();
    other.release();
  }
  std::string text;
  const auto only_one = [&] {
    text = dump_of(p);
    return has(text, "worker 0 ") != has(text, "worker 1 ");
  };
  EXPECT_TRUE(eventually(only_one)) << text;
}

TEST(a_dump, has_no_worker_that_is_being_started) {
  pool<unreliable_threads> p({.capacity = 1, .name = "p"});
  std::string text;
  const unreliable_threads::scope during([&] {
    text = dump_of(p);
    return true;
  });
  p.run([] {});
  EXPECT_TRUE(has(text, "pool 'p' is open: ")) << text;
  EXPECT_FALSE(has(text, "  worker 0 ")) << text;
}

/// Says of each worker, idle or not, that its turn began at the beginning of time, after `queued`, with a task posted here.
template <int Queued, bool HasTurn>
struct constant {
  using axis = axes::observer;
  template <class P>
  struct on : observer::none::on<P> {
    struct turns {
      [[nodiscard]] std::optional<nanoseconds> began() const { return nanoseconds(0); }
    };
    struct nothing {};
    struct per_worker : observer::none::on<P>::per_worker {
      std::conditional_t<HasTurn, turns, nothing> turn;
      platform::place_note<P> posted_at;
      per_worker() { posted_at.exchange(platform::where{"here.cpp", "", 7}); }
      [[nodiscard]] nanoseconds waited() const { return nanoseconds(Queued); }
    };
  };
};

/// The dump of a pool with one running task and one that waits.
template <class Observer>
std::string of_a_busy_pool() {
  pool<Observer> p({.capacity = 1, .name = "p"});
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  const std::string text = dump_of(p);
  busy.release();
  return text;
}

TEST(a_dump, says_how_old_the_newest_running_task_is_if_that_is_known) {
  EXPECT_TRUE(has(of_a_busy_pool<constant<1, true>>(), age));
  EXPECT_TRUE(has(of_a_busy_pool<constant<1, true>>(), ", after 1e-09 s in the queue"));
  const std::string without_turn = of_a_busy_pool<constant<1, false>>();
  EXPECT_FALSE(has(without_turn, age)) << without_turn;
  const std::string not_queued = of_a_busy_pool<constant<0, true>>();
  EXPECT_TRUE(has(not_queued, " since ")) << not_queued;
  EXPECT_FALSE(has(not_queued, age)) << not_queued;
}

TEST(a_dump, says_of_an_idle_worker_nothing_else) {
  pool<constant<1, true>> p({.capacity = 1, .name = "p"});
  p.run([] {});
  p.wait_idle();
  const auto paused = p.pause();
  give(p, [] {});
  const std::string text = dump_with("  worker 0 is idle\n", [&] { return dump_of(p); });
  EXPECT_TRUE(has(text, "1 tasks queued")) << text;
  EXPECT_FALSE(has(text, age)) << text;
}

// A thread that waits for a pool may run a task, in which it waits for another pool.
TEST(a_dump, says_what_a_wait_is_for_after_another_inside_it) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"}), c({.capacity = 1, .name = "c"});
  const auto waits_for = [](auto& pool) { return engine::noted_wait<platform::native>(engine::place_of(pool).begin); };
  const auto dump = [&] { return dump_of(a, b, c); };
  start_worker(a);
  a.run([&] {
    const auto outer = waits_for(b);
    {
      const auto inner = waits_for(c);
      EXPECT_TRUE(has(dump(), "which waits for pool 'c'"));
    }
    EXPECT_TRUE(has(dump(), "which waits for pool 'b'"));
  });
}

TEST(a_dump, names_no_circle_of_pools_that_wait_in_a_row) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"}), c({.capacity = 1, .name = "c"});
  hold busy;
  busy.occupy(c);
  auto second = b.submit([&] { c.submit([] {}).get(); });
  auto first = a.submit([&] { b.submit([] {}).get(); });
  const auto dump = [&] { return dump_of(a, b, c); };
  dump_with("which waits for pool 'b'", dump);
  const std::string text = dump_with("which waits for pool 'c'", dump);
  EXPECT_FALSE(has(text, "each other")) << text;
  busy.release();
  first.get();
  second.get();
}

}  // namespace
}  // namespace weir::tests
