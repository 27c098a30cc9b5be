// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <array>
#include <set>
#include <string>

// A worker that is gone leaves its place in the pool's records to the next one, and its number with it: a pool that has been running for
// years knows no more workers than it had at once.
namespace weir::tests {
namespace {

std::string my_name() {
  std::array<char, 16> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return name.data();
}

/// The names of two workers that run at the same time.
template <class Pool>
std::set<std::string> two_names(Pool& p) {
  std::array<std::string, 2> names;
  std::array<event, 2> here;
  for (std::size_t i = 0; i != 2; ++i)
    EXPECT_EQ(p.post([&, i] {
      names[i] = my_name();
      here[i].set();
      EXPECT_TRUE(here[1 - i].wait_for());
    }),
              post_result::accepted);
  p.wait_idle();
  return {names.begin(), names.end()};
}

const std::set<std::string> both{"w-0", "w-1"};

TEST(workers_keep_their_names, from_one_life_of_the_pool_to_the_next) {
  pool<> p{{.capacity = 2, .name = "w"}};
  for (int life = 0; life != 3; ++life) {
    EXPECT_EQ(two_names(p), both) << "life " << life;
    p.shutdown();
    p.join();
    ASSERT_TRUE(p.restart());
  }
}

TEST(workers_keep_their_names, when_a_life_needs_more_of_them) {
  pool<> p{{.capacity = 2, .name = "w"}};
  EXPECT_EQ(p.run(my_name), "w-0");
  p.shutdown();
  p.join();
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.run(my_name), "w-0");
  EXPECT_EQ(two_names(p), both);
}

TEST(workers_keep_their_names, when_each_leaves_after_its_task) {
  pool<workers::none> p{{.capacity = 2, .name = "w"}};
  for (int n = 0; n != 20; ++n) {
    EXPECT_EQ(p.run(my_name), "w-0");
    ASSERT_TRUE(eventually([&] { return p.stats().workers == 0; }));
    p.wait_idle();
  }
  EXPECT_EQ(two_names(p), both);
}

TEST(workers_keep_their_names, when_a_thread_could_not_be_had) {
  pool<unreliable_threads> p{{.capacity = 2, .name = "w"}};
  {
    const unreliable_threads::scope refusing([] { return false; });
    EXPECT_EQ(p.post([] {}), post_result::accepted);
  }
  EXPECT_EQ(two_names(p), both);
}

}  // namespace
}  // namespace weir::tests
