// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/invoke.hpp>
#include <weir/blocking_region.hpp>
#include <weir/cancellable_future.hpp>
#include <weir/dump.hpp>
#include <weir/from_here.hpp>
#include <weir/future.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>
#include <weir/shared_future.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/dump_of.hpp"
#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <regex>
#include <sstream>
#include <string>

namespace weir::tests {
namespace {

/// A task that keeps its worker until the end of the scope.
struct busy {
  event begun;
  mutable event on;
  template <class Pool>
  explicit busy(Pool& p) {
    EXPECT_EQ(p.post([this] {
      begun.set();
      on.wait();
      gone.set();
    }),
              post_result::accepted);
    EXPECT_TRUE(begun.wait_for());
  }
  ~busy() {
    on.set();
    EXPECT_TRUE(gone.wait_for());
  }
  event gone;
};

TEST(a_dump, of_a_new_pool_has_no_worker) {
  thread_pool p({.capacity = 3, .name = "rpc"});
  std::ostringstream out;
  dump(p, out);
  EXPECT_EQ(
      out.str(),
      "pool 'rpc' is open: 0 workers of 3, 0 idle, 0 in blocking regions; 0 tasks queued, 0 coroutines suspended, 0 submitters wait for "
      "room\n");
}

TEST(a_dump, says_what_each_worker_does_and_what_waits) {
  pool<queue::bounded<2>> p({.capacity = 1, .name = "rpc"});
  busy worker(p);
  for (int i = 0; i != 2; ++i) EXPECT_EQ(p.post([] {}), post_result::accepted);
  thread_pool other({.capacity = 2, .name = "other"});
  auto submitter = other.submit([&] { EXPECT_EQ(p.post([] {}), post_result::accepted); });
  const std::string text = dump_with("1 submitters wait", [&] { return dump_of(p, other); });
  EXPECT_NE(text.find("pool 'rpc' is open: 1 workers of 1, 0 idle, 0 in blocking regions; 2 tasks queued"), std::string::npos) << text;
  EXPECT_NE(text.find("  worker 0 runs a task\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  worker 0 runs a task, which waits for pool 'rpc'\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("each other"), std::string::npos) << text;
  EXPECT_EQ(text.find("those queued have waited"), std::string::npos) << "no observer knows when the running task was posted: " << text;
  worker.on.set();
  submitter.get();
  p.wait_idle();
  dump_with("  worker 0 is idle\n", [&] { return dump_of(p); });
}

/// Waits, in a task of the first pool, for a task of the second, whose only worker is busy by then.
future<void> across(thread_pool& first, thread_pool& second, event& mine, event& others) {
  return first.submit([&] {
    mine.set();
    EXPECT_TRUE(others.wait_for());
    try {
      second.submit([] {}).get();
    } catch (const not_run&) {
    }
  });
}

TEST(a_dump, names_two_pools_that_wait_for_each_other) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"}), other({.capacity = 1, .name = "c"});
  event in_a, in_b;
  auto first = across(a, b, in_a, in_b);
  auto second = across(b, a, in_b, in_a);
  const std::string text = dump_with("each other", [&] { return dump_of(a, other, b); });
  EXPECT_NE(text.find("  worker 0 runs a task, which waits for pool 'b'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  worker 0 runs a task, which waits for pool 'a'\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("pools 'a' and 'b' wait for each other\n")) << text;
  EXPECT_NE(dump_of(a).find("which waits for another pool"), std::string::npos);
  a.stop().clear();  // destroys the task for which the second pool waits
  second.get();
  first.get();
}

TEST(a_dump, names_each_two_of_a_longer_circle) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"}), c({.capacity = 1, .name = "c"});
  event in_a, in_b, in_c;
  auto first = across(a, b, in_a, in_b);
  auto second = across(b, c, in_b, in_c);
  auto third = across(c, a, in_c, in_a);
  const std::string text = dump_with("each other", [&] { return dump_of(a, b, c); });
  EXPECT_TRUE(
      text.ends_with("pools 'a' and 'b' wait for each other\npools 'a' and 'c' wait for each other\n"
                     "pools 'b' and 'c' wait for each other\n"))
      << text;
  a.stop().clear();
  third.get();
  second.get();
  first.get();
}

TEST(a_dump, knows_waits_for_futures_groups_shares_and_parts_of_algorithms) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"});
  share of_b(b, {.capacity = 1});
  const auto says_so = [&](auto wait) {
    event begun, on;
    auto waits = a.submit([&] { wait(begun, on); });
    EXPECT_TRUE(begun.wait_for());
    dump_with("  worker 0 runs a task, which waits for pool 'b'\n", [&] { return dump_of(a, b); });
    on.set();
    waits.get();
  };
  const auto on_b = [](event& begun, event& on) {
    return [&begun, &on] {
      begun.set();
      on.wait();
    };
  };
  says_so([&](event& begun, event& on) {
    task_group g(b);
    g.run(on_b(begun, on));
    EXPECT_TRUE(begun.wait_for());
    g.wait();
  });
  says_so([&](event& begun, event& on) {
    const shared_future done = b.submit(on_b(begun, on));
    EXPECT_TRUE(begun.wait_for());
    done.wait();
  });
  says_so([&](event& begun, event& on) {
    auto done = submit_cancellable(b, on_b(begun, on));
    EXPECT_TRUE(begun.wait_for());
    done.help_and_get();
  });
  says_so([&](event& begun, event& on) {
    EXPECT_EQ(of_b.post(on_b(begun, on)), post_result::accepted);
    of_b.wait_idle();
  });
  says_so([&](event& begun, event& on) {
    invoke(
        b, [&] { EXPECT_TRUE(begun.wait_for()); }, on_b(begun, on));
  });
  says_so([&](event& begun, event& on) {  // inside a task of a group that the worker runs
    task_group g(a);
    g.run([&] { b.submit(on_b(begun, on)).get(); });
    g.wait();
  });
}

TEST(a_dump, of_several_pools_tells_which_is_whose) {
  multi_pool<thread_pool> shards(2, {.capacity = 1, .name = "shards"});
  thread_pool p({.capacity = 2, .name = "p"});
  const busy first(shards[0]), second(shards[1]);
  auto one = p.submit([&] { shards.submit([] {}).get(); });
  auto other = p.submit([&] { shards[1].submit([] {}).get(); });
  const std::string text = dump_with("worker 1 runs a task, which waits for pool 'shards'\n", [&] { return dump_of(shards, p); });
  EXPECT_NE(text.find("pool 'shards' is open: 2 workers of 2, 0 idle"), std::string::npos) << text;
  EXPECT_NE(text.find("  worker 0 of pool 0 runs a task\n  worker 0 of pool 1 runs a task\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  worker 0 runs a task, which waits for pool 'shards'\n"), std::string::npos) << text;
  first.on.set();
  second.on.set();
  one.get();
  other.get();
}

TEST(a_dump, says_where_a_watched_task_was_posted) {
  pool<observer::all_of<observer::counters, observer::watchdog>> p({.capacity = 2, .name = "p"});
  event begun, on;
  auto placed = p.submit(
      [&] {
        begun.set();
        on.wait();
      },
      from_here());
  const unsigned line = __LINE__ - 1;
  ASSERT_TRUE(begun.wait_for());
  const busy elsewhere(p);
  const std::string text = dump_of(p);
  const std::regex place("worker 0 runs a task since [0-9.e-]+ s, posted at [^,]*a_dump_says_who_waits_test.cpp:" + std::to_string(line) +
                         "\n");
  EXPECT_TRUE(std::regex_search(text, place)) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("worker 1 runs a task since [0-9.e-]+ s\n"))) << text;
  on.set();
  placed.get();
}

TEST(a_dump, forgets_where_a_task_was_posted_that_has_ended) {
  pool<observer::watchdog> p({.capacity = 1, .name = "p"});
  p.submit([] {}, from_here()).get();
  const busy next(p);
  EXPECT_EQ(dump_of(p).find("posted at"), std::string::npos);
}

/// An observer of a user's, whose names are those of weir's for other things.
struct own_names {
  using axis = axes::observer;
  template <class P>
  struct on : observer::none::on<P> {
    struct per_worker : observer::none::on<P>::per_worker {
      std::string posted_at = "before noon";
      unsigned waited = 7;
      int turn = 3;
    };
  };
};
TEST(a_dump, takes_an_observer_whose_names_mean_other_things) {
  pool<own_names> p({.capacity = 1, .name = "p"});
  p.submit([] {}, from_here()).get();
  const busy worker(p);
  EXPECT_NE(dump_of(p).find("  worker 0 runs a task\n"), std::string::npos);
}

/// A user's pool may say of itself what a function_pool says of itself.
struct of_users : thread_pool {
  using argument_type = int;
  using thread_pool::thread_pool;
};
TEST(a_dump, takes_a_pool_with_an_argument_type) {
  of_users p({.capacity = 1, .name = "p"});
  task_group(p).run([] {});
  EXPECT_NE(dump_of(p).find("pool 'p' is open"), std::string::npos);
}

TEST(a_dump, knows_the_end_of_a_wait) {
  thread_pool a({.capacity = 1, .name = "a"}), b({.capacity = 1, .name = "b"});
  {
    const busy of_b(b);
    auto waits = a.submit([&] { b.submit([] {}).get(); });
    dump_with("which waits for pool 'b'", [&] { return dump_of(a, b); });
    of_b.on.set();
    waits.get();
  }
  EXPECT_EQ(dump_of(a, b).find("which waits"), std::string::npos);
}

TEST(a_dump, says_how_long_where_an_observer_knows) {
  pool<observer::watchdog> watched({.capacity = 1, .name = "w"});
  pool<observer::all_of<observer::counters, observer::watchdog>> both({.capacity = 1, .name = "x"});
  const busy one(watched), two(both);
  const std::string text = dump_of(watched, both);
  const std::regex line("worker 0 runs a task since [0-9.e-]+ s");
  EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), line), {}), 2) << text;
}

TEST(a_dump, counts_regions) {
  thread_pool p({.capacity = 1, .name = "p"});
  event inside, on;
  auto waits = p.submit([&] {
    blocking_region(p, [&] {
      inside.set();
      on.wait();
    });
  });
  ASSERT_TRUE(inside.wait_for());
  EXPECT_NE(dump_of(p).find("1 in blocking regions"), std::string::npos);
  on.set();
  waits.get();
}

TEST(a_dump, of_a_light_pool_has_its_workers) {
  light_pool<> p({.capacity = 2, .carriers = 1, .name = "light"});
  p.run([] {});
  EXPECT_NE(dump_of(p).find("pool 'light' is open: "), std::string::npos);
}

}  // namespace
}  // namespace weir::tests
