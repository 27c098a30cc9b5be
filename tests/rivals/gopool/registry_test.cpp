// SPDX-License-Identifier: Apache-2.0
// gopool's registry and default pool, for which it has no tests.
#include <weir/go.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/registry.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace weir::rivals {
namespace {

using pool = presets::gopool<>;

// RegisterPool, GetPool
TEST(gopool_registry, knows_a_pool_by_its_name) {
  registry pools;
  const auto rpc = pools.add<pool>("rpc", {.capacity = 10, .name = "rpc"});
  EXPECT_EQ(pools.get<pool>("rpc"), rpc);
  EXPECT_THROW(pools.add<pool>("rpc"), std::invalid_argument) << "name: rpc already registered";
  EXPECT_THROW(pools.add("rpc", std::make_shared<pool>()), std::invalid_argument);
  EXPECT_EQ(pools.find<pool>("none"), nullptr) << "nil";
  EXPECT_THROW(static_cast<void>(pools.get<pool>("none")), std::out_of_range);
  tests::event ran;
  EXPECT_EQ(pools.get<pool>("rpc")->post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
}

// Go
TEST(gopool_default_pool, runs_a_task) {
  tests::event ran;
  EXPECT_EQ(go<pool>([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
  EXPECT_EQ(default_pool<pool>().stats().capacity, 10'000U);
}

TEST(gopool_default_pool, has_a_worker_for_each_of_many_tasks_that_wait_for_the_next) {
  const unsigned tasks = default_pool().stats().capacity + 2;  // more than a pool with a worker for each core could run
  std::vector<tests::event> begun(tasks);
  tests::tally ended;
  for (unsigned n = 0; n != tasks; ++n)
    EXPECT_EQ(go<pool>([&, n] {
                begun[n].set();
                EXPECT_TRUE(n + 1 == tasks || begun[n + 1].wait_for());
                ended.add();
              }),
              post_result::accepted);
  EXPECT_TRUE(ended.reaches(static_cast<int>(tasks)));
}

TEST(gopool_default_pool, survives_a_task_that_throws) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(go<pool>([] { throw std::runtime_error("drip"); }), post_result::accepted);
  default_pool<pool>().wait_idle();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("drip"), std::string::npos);
  tests::event ran;
  EXPECT_EQ(go<pool>([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
}

}  // namespace
}  // namespace weir::rivals
