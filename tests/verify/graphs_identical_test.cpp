// SPDX-License-Identifier: Apache-2.0
#include "graphs_random_program.hpp"
#include "graphs_small_program.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/exploration.hpp>
#include <weir/verify/graphs/heap.hpp>
#include <weir/verify/graphs/run.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// Two identical threads: of two executions in which they have changed places the search finds one, and one only.
namespace weir::tests {
namespace {

using verify::execution::run_every_execution;

struct two_threads {
  unsigned first;
  unsigned second;

  [[nodiscard]] unsigned other(unsigned thread) const { return thread == first ? second : thread == second ? first : thread; }
};

/// The execution as it is, or with both threads changed, whichever comes first.
graph_key key_of_either(const execution::graph& g, std::size_t threads, std::size_t locations, two_threads both) {
  graph_key mirror;
  const auto add = [&](execution::event_id id) {
    if (!id.is_initial()) id.thread = static_cast<std::uint16_t>(both.other(id.thread));
    add_to(mirror, id);
  };
  for (unsigned t = 0; t != threads; ++t) {
    const std::vector<execution::event>& events = g.of(both.other(t));
    mirror.push_back(static_cast<std::uint8_t>(events.size()));
    for (const execution::event& e : events) {
      mirror.push_back(static_cast<std::uint8_t>(e.outcome));
      if (e.reads()) add(e.from);
      mirror.push_back(static_cast<std::uint8_t>(e.found));
      mirror.push_back(static_cast<std::uint8_t>(e.left));
    }
  }
  for (unsigned l = 0; l != locations; ++l) {
    mirror.push_back(static_cast<std::uint8_t>(g.writes_of(l).size()));
    for (const execution::event_id id : g.writes_of(l)) add(id);
  }
  return std::min(mirror, key_of(g, threads, locations));
}

constexpr std::size_t most_locations = 8;

/// What differs between a search that takes the two threads for identical and one that does not, or nothing.
std::string difference(const small_program& plain, two_threads both, std::size_t& searched, std::size_t& all) {
  std::set<graph_key> expected;
  std::set<graph_key> found;
  std::set<graph_key> late;
  small_program p = plain;
  execution::exploration every(p, some_luck);
  while (every.next()) {
    if (has_a_late_wait(every.execution(), p.threads.size())) continue;
    expected.insert(key_of_either(every.execution(), p.threads.size(), most_locations, both));
    ++all;
  }
  for (instruction& i : p.threads[both.second]) i.what.like = static_cast<std::uint16_t>(both.first);
  execution::exploration some(p, some_luck);
  while (some.next()) {
    const bool waits = has_a_late_wait(some.execution(), p.threads.size());
    if (!(waits ? late : found).insert(key_of_either(some.execution(), p.threads.size(), most_locations, both)).second)
      return "an execution was found twice, or with its mirror image";
  }
  searched += found.size();
  if (some.dead_ends() != 0) return "a consistent graph had no consistent next step";
  return found == expected ? "" : "an execution was not found, nor its mirror image";
}

TEST(GraphsIdentical, OneOfTwoMirrorImagesIsFound) {
  std::mt19937 chance(3);  // its numbers are the same everywhere, those of distributions are not
  const auto up_to = [&](unsigned most) { return static_cast<std::uint8_t>(chance() % (most + 1)); };
  std::size_t searched = 0;
  std::size_t all = 0;
  for (int n = 0; n != 6'000; ++n) {
    small_program p;
    p.in_turns = up_to(1) == 0;
    const auto kind = static_cast<style>(up_to(4));
    p.threads.resize(3 + up_to(1));
    for (std::vector<instruction>& thread : p.threads) {
      thread.resize(1 + up_to(static_cast<unsigned>(5 - p.threads.size())));
      for (std::size_t i = 0; i != thread.size(); ++i) thread[i] = line_of({up_to(6), up_to(14), up_to(17), up_to(8)}, kind, i);
    }
    const unsigned last = p.threads.size() - 1;
    const unsigned first = up_to(last - 1);
    const two_threads both{first, first + 1U + up_to(last - 1 - first)};
    p.threads[both.second] = p.threads[both.first];
    const std::string found = difference(p, both, searched, all);
    std::ostringstream text;
    if (!found.empty()) showValue(p, text);
    ASSERT_EQ(found, "") << "program " << n << ", threads " << both.first << " and " << both.second << ": " << text.str();
  }
  EXPECT_LT(searched, all * 11 / 20);
}

// A thread reads an older value than the other, which follows from what the other one has done since: it is the second nevertheless.
TEST(GraphsIdentical, TheReadThatFollowsFromTheOtherIsTheSecond) {
  constexpr std::memory_order relaxed = std::memory_order_relaxed;
  const instruction read_x{{.does = action::read, .order = relaxed, .at = 0}};
  const instruction write_y{{.does = action::write, .order = relaxed, .at = 1, .operand = 1}};
  const instruction read_y{{.does = action::read, .order = relaxed, .at = 1}};
  const instruction write_x{{.does = action::write, .order = relaxed, .at = 0, .operand = 1}, true};
  const instruction write_newer_x{{.does = action::write, .order = relaxed, .at = 0, .operand = 2}};
  const std::vector<instruction> same{read_x, write_y};
  std::size_t searched = 0;
  std::size_t all = 0;
  EXPECT_EQ(difference({{same, same, {read_y, write_x}, {write_newer_x}}}, {0, 1}, searched, all), "");
  EXPECT_EQ(difference({{{write_newer_x}, {read_y, write_x}, same, same}}, {2, 3}, searched, all), "");
  EXPECT_EQ(2 * searched, all);
}

/// One thread pushes two items, two take two times.
template <class Queue>
struct two_takers {
  static constexpr int threads = 3;

  void thread(unsigned i) {
    for (int n = 0; n != 2; ++n)
      if (i == 2)
        pushed += queue.try_push(n) == push_result::pushed;
      else if (int out = 0; queue.try_pop(out))
        ++taken[i];
  }
  void finish() {
    int left = 0;
    for (int out = 0; queue.try_pop(out);) ++left;
    verify::check<verify::graphs>(taken[0] + taken[1] + left == pushed, "each item is taken once");
  }

  typename Queue::template on<verify::graphs, int> queue;
  int pushed = 0;
  int taken[2] = {};
};
template <class Scenario>
struct with_identical : Scenario {
  static constexpr verify::identical_threads identical{0, 1};
};

/// One execution is its own mirror image: both takers find nothing.
template <class Scenario>
void has_a_mirror_image_of_each_but_one(std::uint64_t graphs) {
  EXPECT_EQ(run_every_execution<Scenario>(10'000, 0).graphs, graphs);
  const verify::execution::outcome half = run_every_execution<with_identical<Scenario>>(10'000, 0);
  EXPECT_EQ(half.fault, "");
  EXPECT_TRUE(half.ended);
  EXPECT_EQ(half.graphs, (graphs + 1) / 2);
}

TEST(GraphsIdentical, TakersOfOneQueue) {
  has_a_mirror_image_of_each_but_one<two_takers<queue::bounded<1>>>(571);
  has_a_mirror_image_of_each_but_one<two_takers<queue::bounded<2>>>(227);
}

struct one_does_more {
  static constexpr int threads = 2;
  static constexpr verify::identical_threads identical{0, 1};

  void thread(unsigned i) {
    static_cast<void>(flag.load(std::memory_order_relaxed));
    if (i == 1) static_cast<void>(flag.load(std::memory_order_acquire));
  }
  verify::graphs::atomic<int> flag{0};
};
struct one_asks_who_it_is {
  static constexpr int threads = 2;
  static constexpr verify::identical_threads identical{0, 1};

  void thread(unsigned i) {
    static_cast<void>(flag.load(std::memory_order_relaxed));
    if (i == 0) verify::graphs::slot() = this;
  }
  verify::graphs::atomic<int> flag{0};
};

TEST(GraphsIdentical, ThreadsThatAreNotIdenticalAreNoticed) {
  EXPECT_EQ(run_every_execution<one_does_more>(100).fault.rfind("threads that the scenario calls identical do not do the same", 0), 0U);
  EXPECT_EQ(run_every_execution<one_asks_who_it_is>(100).fault.rfind("a thread asks which one it is", 0), 0U);
}

}  // namespace
}  // namespace weir::tests
