// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

// options::name, stack_size and processors, as the system knows them.
namespace weir::tests {
namespace {

std::string my_name() {
  std::array<char, 16> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

std::size_t my_stack() {
  pthread_attr_t mine;
  pthread_getattr_np(pthread_self(), &mine);
  std::size_t size = 0;
  pthread_attr_getstacksize(&mine, &size);
  pthread_attr_destroy(&mine);
  return size;
}

std::vector<unsigned> my_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed);
  std::vector<unsigned> all;
  for (unsigned n = 0; n < CPU_SETSIZE; ++n)
    if (CPU_ISSET(n, &allowed)) all.push_back(n);
  return all;
}

/// What `ask` says on each of `n` workers at once.
template <class Pool, class Ask>
auto on_each_worker(Pool& p, std::size_t n, Ask ask) {
  std::vector<decltype(ask())> answers(n);
  std::vector<event> here(n);
  std::vector<typename Pool::template future_type<void>> all;
  for (std::size_t i = 0; i < n; ++i)
    all.push_back(p.submit([&, i] {
      answers[i] = ask();
      here[i].set();
      for (event& each : here) EXPECT_TRUE(each.wait_for());
    }));
  for (auto& each : all) each.get();
  return answers;
}

template <class Pool>
class a_worker : public testing::Test {};
using pools = testing::Types<pool<>, pool<queue::none>, pool<workers::none>, pool<growth::prestart>>;
TYPED_TEST_SUITE(a_worker, pools, numbered);

TYPED_TEST(a_worker, has_the_pools_name_and_its_own_number) {
  TypeParam p{{.capacity = 3, .name = "weir"}};
  const auto names = on_each_worker(p, 3, my_name);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), (std::set<std::string>{"weir-0", "weir-1", "weir-2"}));
}

TYPED_TEST(a_worker, has_the_beginning_of_a_long_name) {
  TypeParam p{{.capacity = 1, .name = "a name that is too long for the system"}};
  EXPECT_EQ(p.run(my_name), "a name that is ");
}

TYPED_TEST(a_worker, has_the_programs_name_without_one) {
  const std::string programs = my_name();
  TypeParam p{{.capacity = 1}};
  EXPECT_EQ(p.run(my_name), programs);
}

TYPED_TEST(a_worker, has_the_stack_it_was_given) {
  constexpr std::size_t asked = 256 * 1024;
  TypeParam p{{.capacity = 1, .stack_size = asked}};
  const std::size_t got = p.run(my_stack);
  EXPECT_GE(got, asked);
  TypeParam unasked{{.capacity = 1}};
  EXPECT_LT(got, unasked.run(my_stack)) << "the system's own choice";
  TypeParam odd{{.capacity = 1, .stack_size = asked + 1}};
  EXPECT_GE(odd.run(my_stack), asked + 1) << "rounded up";
  TypeParam tiny{{.capacity = 1, .stack_size = 1}};
  EXPECT_EQ(tiny.run([] { return 7; }), 7) << "at least what a thread needs";
}

TYPED_TEST(a_worker, stays_on_its_processor) {
  const std::vector<unsigned> mine = my_processors();
  TypeParam p{{.capacity = 2, .processors = {mine.front()}}};
  for (const auto& each : on_each_worker(p, 2, my_processors)) EXPECT_EQ(each, std::vector{mine.front()});
  TypeParam alternating{{.capacity = 3, .processors = {mine.front(), mine.back()}}};
  const auto placed = on_each_worker(alternating, 3, my_processors);
  const auto on = [&](unsigned processor) { return std::ranges::count(placed, std::vector{processor}); };
  if (mine.front() == mine.back()) return;
  EXPECT_EQ(on(mine.front()), 2) << "worker 0 and worker 2";
  EXPECT_EQ(on(mine.back()), 1);
}

TYPED_TEST(a_worker, runs_anywhere_when_its_processor_does_not_exist) {
  const std::vector<unsigned> mine = my_processors();
  TypeParam p{{.capacity = 1, .processors = {1'000'000}}};
  EXPECT_EQ(p.run(my_processors), mine);
  TypeParam negative{{.capacity = 1, .processors = {static_cast<unsigned>(-1)}}};
  EXPECT_EQ(negative.run(my_processors), mine);
  TypeParam absent{{.capacity = 1, .processors = {CPU_SETSIZE - 1}}};
  EXPECT_EQ(absent.run([] { return 7; }), 7);
}

TYPED_TEST(a_worker, keeps_its_name_over_a_restart) {
  TypeParam p{{.capacity = 1, .name = "again"}};
  for (int life = 0; life < 3; ++life) {
    EXPECT_EQ(p.run(my_name), "again-0");
    p.shutdown();
    p.join();
    ASSERT_TRUE(p.restart());
  }
}

}  // namespace
}  // namespace weir::tests
