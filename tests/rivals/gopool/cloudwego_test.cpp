// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/call.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/presets/cloudwego.hpp>
#include <weir/presets/cloudwego_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

namespace weir::rivals {
namespace {

struct remember {
  inline static std::shared_ptr<int> context;
  inline static std::string said;
  void operator()(std::exception_ptr what, const context_view& posted_with) const {
    if (const auto* c = posted_with.get<std::shared_ptr<int>>()) context = *c;
    try {
      std::rethrow_exception(what);
    } catch (const std::exception& e) {
      said = e.what();
    }
  }
};

/// As a_carrier_each, with some for workers beyond the capacity.
struct carriers_beyond : a_carrier_each {
  static options fitted(options o) {
    o.carriers = std::min(o.capacity, 12U) + 4;
    return o;
  }
};

template <class Stage>
class cloudwego : public testing::Test {};
template <class... Changes>
using kept_threads = presets::cloudwego<1000, Changes...>;
template <class... Changes>
using kept_light_workers = presets::cloudwego_light<1000, Changes...>;
using cloudwego_kinds = each<on_a_set_clock, kind<kept_threads, own_threads>, kind<kept_light_workers, two_carriers>,
                             kind<kept_light_workers, carriers_beyond>>;
TYPED_TEST_SUITE(cloudwego, cloudwego_kinds, cast_name);

// TestGoPool
TYPED_TEST(cloudwego, runs_all_and_gives_the_handler_the_very_context) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<queue::bounded<10>, panic::call<remember>, P>({.capacity = 4});
    tally<P> ran;
    for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(ran.count(), 10);
    const auto object = std::make_shared<int>(7);
    EXPECT_EQ(p.post([] { throw std::runtime_error("boom"); }, context(object)), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(remember::context, object) << "the same object";
    EXPECT_EQ(remember::said, "boom");
    remember::context.reset();
  });
}

// TestGoPool, without a handler
TYPED_TEST(cloudwego, survives_a_task_that_throws) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<queue::bounded<10>, P>({.capacity = 1});
    testing::internal::CaptureStderr();
    EXPECT_EQ(p.post([] { throw std::runtime_error("boom"); }), post_result::accepted);
    tally<P> ran;
    EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("boom"), std::string::npos);
    EXPECT_EQ(ran.count(), 1);
  });
}

// TestGoPool_Ticker
TYPED_TEST(cloudwego, workers_leave_at_their_age) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1000, .max_age = 100ms});
    typename TypeParam::gate g;
    for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 10; }));
    g.open();
    p.wait_idle();
    TypeParam::pass(10ms);
    EXPECT_EQ(p.stats().workers, 10U);
    TypeParam::pass(100ms + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; }));
  });
}

// TestGoPool_Full
TYPED_TEST(cloudwego, a_full_buffer_refuses_nothing_and_makes_nobody_wait) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<queue::bounded<1>, P>({.capacity = 1});
    typename TypeParam::gate g;
    for (int n = 0; n < 5; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() >= 4; })) << "beyond the capacity";
    g.open();
    const int tasks = TypeParam::many(10'000, 300);
    tally<P> ran;
    for (int n = 0; n < tasks; ++n) EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(ran.count(), tasks);
  });
}

// TestGoPool_MaxIdle
TYPED_TEST(cloudwego, only_so_many_workers_are_kept) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<queue::bounded<1>, P>({.capacity = 7});
    const int tasks = TypeParam::many(10'000, 300);
    tally<P> ran;
    for (int n = 0; n < tasks; ++n) EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    typename TypeParam::gate g;
    for (int n = 0; n < 9; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() >= 8; }));
    g.open();
    p.wait_idle();
    EXPECT_EQ(ran.count(), tasks);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 7; }));
  });
}

}  // namespace
}  // namespace weir::rivals
