// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/call.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/gopool_light.hpp>
#include <weir/this_task.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace weir::rivals {
namespace {

struct remember {
  inline static int calls = 0;
  inline static std::string request;
  inline static std::string said;
  void operator()(std::exception_ptr what, const context_view& posted_with) const {
    ++calls;
    if (const auto* id = posted_with.get<std::string>()) request = *id;
    try {
      std::rethrow_exception(what);
    } catch (const std::exception& e) {
      said = e.what();
    }
  }
};

template <class Stage>
class gopool : public testing::Test {};
template <class... Changes>
using threads = presets::gopool<1, Changes...>;
template <class... Changes>
using light_workers = presets::gopool_light<1, Changes...>;
using gopool_kinds = twins<on_threads, threads, light_workers>;
TYPED_TEST_SUITE(gopool, gopool_kinds, cast_name);

// TestPool
TYPED_TEST(gopool, runs_every_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 100});
    tally<P> ran;
    for (int n = 0; n < 2000; ++n) EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(ran.count(), 2000);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; })) << "no worker stays without work";
  });
}

// TestPoolPanic, which asserts nothing there
TYPED_TEST(gopool, survives_a_task_that_throws) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    tally<P> ran;
    testing::internal::CaptureStderr();
    EXPECT_EQ(p.post([] { throw std::runtime_error("test"); }), post_result::accepted);
    EXPECT_EQ(p.post([=] { ran.add(); }), post_result::accepted);
    p.wait_idle();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("test"), std::string::npos);
    EXPECT_EQ(ran.count(), 1);
  });
}

// SetPanicHandler and CtxGo, as cloudwego's TestGoPool has them
TYPED_TEST(gopool, the_handler_gets_the_context_of_its_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    remember::calls = 0;
    auto p = TypeParam::template make<panic::call<remember>, P>({.capacity = 1});
    EXPECT_EQ(p.post([] { throw std::runtime_error("test"); }, context(std::string("request 7"))), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(remember::calls, 1);
    EXPECT_EQ(remember::request, "request 7");
    EXPECT_EQ(remember::said, "test");
    std::string found;
    EXPECT_EQ(p.post([&] { found = *this_task::context<std::string, P>(); }, context(std::string("request 8"))), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(found, "request 8");
  });
}

// ScaleThreshold
TYPED_TEST(gopool, below_the_threshold_tasks_wait_for_the_only_worker) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<growth::on_backlog<3>, P>({.capacity = 8});
    typename TypeParam::gate g;
    for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 1 && p.stats().queued == 2; }));
    EXPECT_EQ(p.stats().workers, 1U);
    EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 2; })) << "three wait: time for another worker";
    g.open();
    p.wait_idle();
    EXPECT_EQ(g.out(), 4);
  });
}

// SetCap; gopool starts no worker for tasks that wait already
TYPED_TEST(gopool, raising_the_cap_starts_workers_for_what_waits) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    typename TypeParam::gate g;
    for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 1; }));
    p.resize(0, 3);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 3; }));
    p.resize(0, 1);
    g.open();
    p.wait_idle();
    EXPECT_EQ(g.out(), 3);
  });
}

// bytedance/gopkg: the cap can be exceeded, and a lost task waits for ever (go-pools G1, G2)
TYPED_TEST(gopool, never_exceeds_the_cap_nor_strands_a_task) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    tally<P> at_once;
    tally<P> ran;
    const auto comes_in = [=] {
      at_once.add();
      EXPECT_EQ(at_once.count(), 1);
    };
    const auto goes_out = [=] {
      at_once.add(-1);
      ran.add();
    };
    const auto task = TypeParam::in_turn(comes_in, 0s, goes_out);
    const int rounds = TypeParam::many(300, 20);
    {
      joined<P> a([&] {
        for (int n = 0; n < rounds; ++n) EXPECT_EQ(p.post(task), post_result::accepted);
      });
      joined<P> b([&] {
        for (int n = 0; n < rounds; ++n) EXPECT_EQ(p.post(task), post_result::accepted);
      });
    }
    EXPECT_TRUE(TypeParam::comes([&] { return ran.count() == 2 * rounds; }));
  });
}

}  // namespace
}  // namespace weir::rivals
