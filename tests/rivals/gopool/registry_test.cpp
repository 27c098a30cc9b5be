// SPDX-License-Identifier: Apache-2.0
// gopool's registry and default pool, for which it has no tests.
#include <weir/go.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/registry.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

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
  EXPECT_EQ(go([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
}

}  // namespace
}  // namespace weir::rivals
