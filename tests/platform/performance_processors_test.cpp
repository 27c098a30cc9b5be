// SPDX-License-Identifier: Apache-2.0
#include <weir/performance_processors.hpp>
#include <weir/processors.hpp>
#include <weir/thread_pool.hpp>

#include "tests/platform/system_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace weir::tests {
namespace {

using numbers = std::vector<unsigned>;

/// What a system with these files and with the processors `among` tells.
numbers found(const system_files& f, const numbers& among) { return platform::performance_processors(among, f.root()); }

/// The processor n has the n-th capacity.
void give_capacities(system_files& f, const numbers& capacities) {
  for (std::size_t n = 0; n != capacities.size(); ++n)
    f.with("/sys/devices/system/cpu/cpu" + std::to_string(n) + "/cpu_capacity", std::to_string(capacities[n]) + "\n");
}

TEST(performance_processors, are_those_of_cpu_core) {
  system_files f;
  f.with("/sys/devices/cpu_core/cpus", "0-3,6\n").with("/sys/devices/cpu_atom/cpus", "4-5,7\n");
  EXPECT_EQ(found(f, {0, 1, 2, 3, 4, 5, 6, 7}), (numbers{0, 1, 2, 3, 6}));
  EXPECT_EQ(found(f, {2, 5, 6}), (numbers{2, 6})) << "the process may run on these three only";
  EXPECT_EQ(found(f, {0, 3}), numbers{}) << "it may run on fast ones only";
  EXPECT_EQ(found(f, {4, 5}), numbers{}) << "it may run on efficient ones only";
}

TEST(performance_processors, have_more_than_the_least_capacity) {
  system_files f;
  give_capacities(f, {250, 250, 250, 250, 860, 860, 860, 1024});
  EXPECT_EQ(found(f, {0, 1, 2, 3, 4, 5, 6, 7}), (numbers{4, 5, 6, 7}));
  EXPECT_EQ(found(f, {0, 7}), (numbers{7}));
  EXPECT_EQ(found(f, {4, 5, 6, 7}), (numbers{7})) << "the slowest sort that the process may use";
}

TEST(performance_processors, are_none_where_all_are_alike_or_the_system_does_not_tell) {
  system_files alike, silent, partly, garbled;
  give_capacities(alike, {1024, 1024});
  EXPECT_EQ(found(alike, {0, 1}), numbers{});
  EXPECT_EQ(found(silent, {0, 1}), numbers{});
  give_capacities(partly, {1024, 512});
  EXPECT_EQ(found(partly, {0, 1, 2}), numbers{}) << "processor 2 has no file";
  garbled.with("/sys/devices/system/cpu/cpu0/cpu_capacity", "fast\n").with("/sys/devices/system/cpu/cpu1/cpu_capacity", "512\n");
  EXPECT_EQ(found(garbled, {0, 1}), numbers{});
  EXPECT_EQ(found(silent, {}), numbers{});
}

TEST(performance_processors, are_read_from_lists_up_to_the_first_mistake) {
  EXPECT_EQ(platform::numbers_in("0-2,5,7-8\n"), (numbers{0, 1, 2, 5, 7, 8}));
  EXPECT_EQ(platform::numbers_in("3"), numbers{3});
  for (const char* none : {"", "\n", "-1", "x", "99999999999999999999", "9999"}) EXPECT_EQ(platform::numbers_in(none), numbers{}) << none;
  EXPECT_EQ(platform::numbers_in("1,"), numbers{1});
  EXPECT_EQ(platform::numbers_in("1x2"), numbers{1});
  EXPECT_EQ(platform::numbers_in("1-"), numbers{});
  EXPECT_EQ(platform::numbers_in("5-3"), numbers{});
  EXPECT_EQ(platform::numbers_in("8190-4294967295"), (numbers{8190, 8191}));
}

TEST(performance_processors, are_processors_of_this_machine_and_options_of_a_pool) {
  const numbers fast = performance_processors();
  EXPECT_LE(fast.size(), platform::allowed_processors());
  EXPECT_TRUE(std::ranges::is_sorted(fast));
  thread_pool p({.capacity = static_cast<unsigned>(fast.size()), .processors = fast});
  EXPECT_EQ(p.stats().capacity, fast.empty() ? processors() : fast.size());
  EXPECT_EQ(p.submit([] { return 7; }).get(), 7);
}

}  // namespace
}  // namespace weir::tests
