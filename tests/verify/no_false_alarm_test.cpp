// SPDX-License-Identifier: Apache-2.0
#include "tests/concepts/archetypes.hpp"
#include "tests/verify/broken/policies.hpp"

#include <weir/platform/native.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/properties/generate.hpp>
#include <weir/verify/properties/play.hpp>
#include <weir/verify/properties/pool_as_any.hpp>
#include <weir/verify/properties/story.hpp>
#include <weir/verify/properties/traits_of.hpp>
#include <weir/verify/stress/stress.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <string>

// Policies that do what their page allows and no shipped policy does: the properties and the storms find nothing in them. Beside them stand
// some that go beyond it.

namespace {

using namespace weir;

template <class... Policies>
properties::combination combination() {
  using simulated_pool = pool<Policies..., verify::simulated>;
  return {"a_pool", properties::traits_of<simulated_pool, pool<Policies...>>(), &properties::make<simulated_pool>};
}

/// What is found by some programs that leave the pool idle long enough for its workers to leave, and by some stories.
template <class... Policies>
std::string found_by_properties() {
  const properties::combination c = combination<Policies...>();
  const std::string fault = properties::refute("programs", 100, [&c] {
    properties::program p = *properties::programs();
    p.early = 0;
    RC_ASSERT(properties::find_fault(c, p, 2) == "");
  });
  if (!fault.empty() || properties::why_no_model(c.is) != nullptr) return fault;
  return properties::refute("stories", 100, [&c] { RC_ASSERT(properties::find_difference(c, *properties::stories()) == ""); });
}
template <class... Policies>
std::string found_by_storms() {
  return verify::stress::weather<pool<Policies..., panic::ignore>>(1, std::chrono::milliseconds(150));
}

TEST(a_worker, may_leave_later_than_its_age) {
  EXPECT_EQ((found_by_properties<queue::bounded<1>, broken::leaves_late>()), "");
  EXPECT_EQ((found_by_properties<queue::bounded<1>, expiry::one_per_period>()), "");
  EXPECT_NE((found_by_properties<queue::bounded<1>, broken::leaves_at_times>()), "");
}

TEST(a_worker_that_polls, leaves_when_it_looks_at_the_clock) {
  EXPECT_EQ((found_by_properties<archetypes::keep_asking, expiry::after_idle>()), "");
  EXPECT_EQ((found_by_properties<archetypes::keep_asking, queue::bounded<2>, archetypes::at_once>()), "");
  EXPECT_EQ((found_by_properties<archetypes::keep_asking, queue::bounded<2>>()), "");
}

TEST(a_blocking_policy, may_keep_or_run_what_it_is_given) {
  EXPECT_EQ((found_by_properties<queue::bounded<1>, broken::keeps_drops<full_reaction::drop_old>>()), "");
  EXPECT_EQ((found_by_properties<queue::bounded<1>, broken::keeps_drops<full_reaction::drop_new>>()), "");
  EXPECT_EQ((found_by_storms<queue::bounded<1>, broken::keeps_drops<full_reaction::drop_old>>()), "");
  EXPECT_EQ((found_by_storms<queue::bounded<1>, broken::keeps_drops<full_reaction::drop_new>>()), "");
}

}  // namespace
