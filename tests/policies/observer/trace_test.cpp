// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/trace.hpp>

#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/observer_conformance.hpp"
#include "tests/policies/observer/json.hpp"
#include "tests/policies/observer/spans.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <locale>
#include <set>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using everything = testing::Types<observer_case<observer::trace, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(trace, observer_conformance, everything, numbered);

TEST(trace, the_json_checker_knows_json) {
  for (const char* good : {"{}", "[]", R"({"a":[1,-2.50,true],"b":{"c":"d\"e"}})", " [ null , \"\" ] "})
    EXPECT_TRUE(json_check::valid(good)) << good;
  for (const char* bad : {"", "{", "[1,]", "{\"a\"}", "[01]", "[1.]", "[1]]", "{\"a\":1,}", "\"a", "[+1]"})
    EXPECT_FALSE(json_check::valid(bad)) << bad;
}

TEST(trace, a_pool_that_did_nothing_writes_a_file_without_events) {
  pool<observer::trace> p{{.capacity = 1}};
  EXPECT_TRUE(read(written(p)).empty());
}

TEST(trace, its_numbers_are_json_in_every_locale) {
  struct in_thousands : std::numpunct<char> {
    char do_thousands_sep() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  pool<observer::trace> p{{.capacity = 1}};
  for (int n = 0; n != 1234; ++n) give(p, [] {});
  p.wait_idle();
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new in_thousands));
  p.observer().write_json(out);
  EXPECT_TRUE(json_check::valid(out.str()));
  EXPECT_NE(out.str().find("\"accepted\":1234,"), std::string::npos);
}

TEST(trace, each_task_is_there_with_its_times_and_its_end) {
  using namespace std::chrono_literals;
  pool<observer::trace, manual_clock, panic::ignore> p{{.capacity = 1}};
  const auto start = manual_clock::clock::now().time_since_epoch().count();
  const auto takes = [](std::chrono::nanoseconds d) { return [d] { manual_clock::clock::advance(d); }; };
  give(p, takes(2'001'500ns));
  give(p, [] {
    manual_clock::clock::advance(std::chrono::nanoseconds(7));
    throw 1;
  });
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(p.post([] {}, stopped.get_token()), post_result::accepted);
  p.wait_idle();
  const auto all = read(written(p));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].begin - start, 0);
  EXPECT_EQ(all[0].end - start, 2'001'500);
  EXPECT_EQ(all[0].how, "completed");
  EXPECT_EQ(all[1].begin - start, 2'001'500);
  EXPECT_EQ(all[1].end - start, 2'001'507);
  EXPECT_EQ(all[1].how, "threw");
  EXPECT_EQ(all[2].how, "cancelled");
}

TEST(trace, tasks_of_workers_and_of_callers_nest_on_their_threads) {
  pool<observer::trace, queue::bounded<1>, blocking::caller_runs> p{{.capacity = 2}};
  constexpr int submitters = 2;
  constexpr int each = 200;
  std::vector<std::thread> threads;
  for (int s = 0; s < submitters; ++s)
    threads.emplace_back([&p] {
      for (int n = 0; n < each; ++n)
        give(p, [&p] {
          for (int m = 0; m < 2; ++m) give(p, [] {});  // runs inside this one when there is no room
        });
    });
  for (std::thread& t : threads) t.join();
  p.wait_idle();
  const auto all = read(written(p));
  EXPECT_EQ(all.size(), static_cast<std::size_t>(3 * submitters * each));
  expect_nested(all);
  std::set<int> on;
  for (const span& s : all) on.insert(s.thread);
  EXPECT_LE(on.size(), 4U) << "two workers and two submitters";
}

TEST(trace, tasks_that_run_at_once_are_on_threads_of_their_own) {
  pool<observer::trace, queue::none, blocking::caller_runs> p{{.capacity = 1}};
  std::array<hold, 3> tasks;
  tasks[0].occupy(p);
  std::vector<std::thread> callers;
  for (const std::size_t n : {1U, 2U}) {
    callers.emplace_back([&p, &each = tasks[n]] { give(p, each.task()); });
    ASSERT_TRUE(tasks[n].begun());
  }
  tasks[0].release();
  ASSERT_TRUE(eventually([&] { return p.stats().idle == 1; }));
  for (const std::size_t n : {1U, 2U}) {
    tasks[n].release();
    callers[n - 1].join();
  }
  const auto all = read(written(p));
  ASSERT_EQ(all.size(), 3U);
  expect_nested(all);
  for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(all[n].thread, static_cast<int>(n)) << "numbered as they began";
  EXPECT_TRUE(all[0].end <= all[1].end && all[1].end <= all[2].end) << "each end belongs to its own begin";
}

TEST(trace, a_task_inside_another_is_inside_it) {
  pool<observer::trace, queue::bounded<1>, blocking::caller_runs> p{{.capacity = 1}};
  give(p, [&p] {
    EXPECT_EQ(p.try_post([] {}), post_result::accepted);
    give(p, [] {});  // no room: runs here
  });
  p.wait_idle();
  const auto all = read(written(p));
  ASSERT_EQ(all.size(), 3U);
  expect_nested(all);
  EXPECT_EQ(all[0].thread, all[1].thread);
  EXPECT_LE(all[1].end, all[0].end);
  EXPECT_GE(all[2].begin, all[0].end);
}

TEST(trace, may_be_written_while_tasks_run_and_leaves_those_out) {
  pool<observer::trace> p{{.capacity = 2}};
  give(p, [] {});
  p.wait_idle();  // run() returns before its task is counted
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(read(written(p)).size(), 1U);
  busy.release();
  p.wait_idle();
  EXPECT_EQ(read(written(p)).size(), 2U);
  EXPECT_NE(written(p).find("\"accepted\":2,\"refused\":0,\"discarded\":0,\"lost\":0"), std::string::npos) << written(p);
}

TEST(trace, a_note_that_finds_no_memory_is_counted_until_it_is_forgotten) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  using observer_of_a_pool = observer::trace::on<platform::native>;
  observer_of_a_pool notes;
  observer_of_a_pool::per_worker mine;
  {
    const failing_allocation fail(0);
    notes.began(mine);
  }
  notes.completed(mine);
  notes.began(mine);
  {
    const failing_allocation fail(0);
    notes.completed(mine);
  }
  EXPECT_NE(text_of(notes).find("\"lost\":2"), std::string::npos) << text_of(notes);
  EXPECT_TRUE(read(text_of(notes)).empty());
  notes.forget();
  EXPECT_NE(text_of(notes).find("\"lost\":0"), std::string::npos) << text_of(notes);
}

TEST(trace, an_end_whose_begin_found_no_memory_is_not_taken_for_that_of_another_task) {
  if (!allocations_are_counted()) GTEST_SKIP() << "no allocation fails in this build";
  using observer_of_a_pool = observer::trace::on<manual_clock>;
  observer_of_a_pool notes;
  observer_of_a_pool::per_caller callers;
  notes.began(callers);
  {
    const failing_allocation fail(0);
    notes.began(callers);
  }
  manual_clock::clock::advance(std::chrono::nanoseconds(1));
  notes.panicked(callers);
  notes.completed(callers);
  EXPECT_NE(text_of(notes).find("\"lost\":2"), std::string::npos) << text_of(notes);
  EXPECT_TRUE(read(text_of(notes)).empty());
}

// The inner one of two that begin at once, and the other worker, are noted first.
TEST(trace, tasks_are_written_as_they_began) {
  using observer_of_a_pool = observer::trace::on<manual_clock>;
  using std::chrono::nanoseconds;
  observer_of_a_pool notes;
  std::array<observer_of_a_pool::per_worker, 2> workers;
  notes.began(workers[0]);
  notes.began(workers[0]);
  manual_clock::clock::advance(nanoseconds(1));
  notes.completed(workers[0]);
  manual_clock::clock::advance(nanoseconds(1));
  notes.completed(workers[0]);
  notes.began(workers[1]);
  manual_clock::clock::advance(nanoseconds(3));
  notes.began(workers[1]);
  manual_clock::clock::advance(nanoseconds(3));
  notes.completed(workers[1]);
  manual_clock::clock::advance(nanoseconds(1));
  notes.completed(workers[1]);
  std::vector<std::int64_t> lengths;
  for (const span& s : read(text_of(notes))) lengths.push_back(s.end - s.begin);
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{2, 1, 7, 3}));
}

// As light workers do, which are passed from thread to thread.
TEST(trace, a_turn_ends_at_the_latest_when_its_worker_begins_another_on_another_thread) {
  using observer_of_a_pool = observer::trace::on<manual_clock>;
  observer_of_a_pool notes;
  observer_of_a_pool::per_worker mine;
  notes.began(mine);
  manual_clock::clock::advance(std::chrono::nanoseconds(1));
  std::thread([&] {
    notes.resumed(mine);
    manual_clock::clock::advance(std::chrono::nanoseconds(2));
    notes.completed(mine);
  }).join();
  notes.suspended(mine);  // comes too late
  const auto all = read(text_of(notes));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].end - all[0].begin, 1);
  EXPECT_EQ(all[0].how, "suspended");
  EXPECT_EQ(all[1].end - all[1].begin, 2);
  EXPECT_EQ(all[1].how, "completed");
}

TEST(trace, tasks_without_a_length_are_all_written) {
  using observer_of_a_pool = observer::trace::on<manual_clock>;
  observer_of_a_pool notes;
  observer_of_a_pool::per_worker mine;
  for (int n = 0; n < 100; ++n) notes.began(mine), notes.completed(mine);
  const auto all = read(text_of(notes));
  EXPECT_EQ(all.size(), 100U);
  for (const span& s : all) EXPECT_EQ(s.begin, all.front().begin);
}

TEST(trace, what_is_forgotten_is_not_written_again) {
  pool<observer::trace> p{{.capacity = 1}};
  p.run([] {});
  p.wait_idle();
  p.observer().forget();
  p.run([] {});
  p.wait_idle();
  EXPECT_EQ(read(written(p)).size(), 1U);
  EXPECT_EQ(p.stats().completed, 2U);
}

TEST(trace, notes_outlive_the_workers_and_a_restart) {
  pool<observer::trace> p{{.capacity = 2}};
  for (std::size_t life = 1; life <= 3; ++life) {
    p.run([] {});
    p.shutdown();
    p.join();
    EXPECT_EQ(read(written(p)).size(), life);
    ASSERT_TRUE(p.restart());
  }
}

}  // namespace
}  // namespace weir::tests
