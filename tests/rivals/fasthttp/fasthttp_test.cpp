// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/fasthttp_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weir::rivals {
namespace {

template <class Stage>
class fasthttp : public testing::Test {};
using fasthttp_kinds = twins<on_a_set_clock, presets::fasthttp, presets::fasthttp_light>;
TYPED_TEST_SUITE(fasthttp, fasthttp_kinds, cast_name);

template <class Cast>
void start_and_stop_ten_times() {
  auto p = Cast::template make<typename Cast::platform>({.capacity = 10});
  for (int n = 0; n < 10; ++n) {
    EXPECT_EQ(p.state(), run_state::open);
    p.shutdown();
    p.join();
    EXPECT_EQ(p.post([] { ADD_FAILURE() << "served after the end"; }), post_result::closed);
    EXPECT_TRUE(p.restart());
  }
}

/// Ten clients are answered and keep their connection; an eleventh is refused, however often it comes.
template <class Cast>
void serve_as_many_as_allowed() {
  auto p = Cast::template make<typename Cast::platform>({.capacity = 10});
  typename Cast::gate connected;
  for (int n = 0; n < 10; ++n) EXPECT_EQ(p.post(connected.task()), post_result::accepted);
  EXPECT_TRUE(Cast::comes([&] { return connected.in() == 10; })) << "each has a worker of its own";
  EXPECT_EQ(p.stats().workers, 10U);
  for (int n = 0; n < 5; ++n) EXPECT_EQ(p.post([] { ADD_FAILURE() << "a refused connection was served"; }), post_result::full);
  connected.open();
  EXPECT_TRUE(Cast::comes([&] { return connected.out() == 10; }));
  p.shutdown();
  p.join();
}

// TestWorkerPoolStartStopSerial
TYPED_TEST(fasthttp, starts_and_stops_in_a_row) {
  TypeParam::play([] { start_and_stop_ten_times<TypeParam>(); });
}

// TestWorkerPoolStartStopConcurrent
TYPED_TEST(fasthttp, starts_and_stops_beside_others) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    std::vector<joined<P>> threads;
    for (int n = 0; n < 10; ++n) threads.emplace_back([] { start_and_stop_ten_times<TypeParam>(); });
  });
}

// TestWorkerPoolMaxWorkersCountSerial
TYPED_TEST(fasthttp, serves_no_more_than_allowed) {
  TypeParam::play([] {
    for (int n = 0; n < 5; ++n) serve_as_many_as_allowed<TypeParam>();
  });
}

// TestWorkerPoolMaxWorkersCountConcurrent
TYPED_TEST(fasthttp, serves_no_more_than_allowed_beside_others) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    std::vector<joined<P>> threads;
    for (int n = 0; n < 4; ++n)
      threads.emplace_back([] {
        for (int m = 0; m < 5; ++m) serve_as_many_as_allowed<TypeParam>();
      });
  });
}

// Last finished, first served; MaxIdleWorkerDuration
TYPED_TEST(fasthttp, the_hot_worker_serves_and_the_cold_ones_leave) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 10, .idle_after = 10s});
    {
      typename TypeParam::gate g;
      for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
      EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 3; }));
    }
    for (int n = 0; n < 4; ++n) {
      p.wait_idle();
      TypeParam::pass(4s);
      EXPECT_EQ(p.post([] {}), post_result::accepted);
    }
    p.wait_idle();
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 1; })) << "one was used all the time, the others were not";
    TypeParam::pass(10s + TypeParam::late);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().workers == 0; }));
  });
}

}  // namespace
}  // namespace weir::rivals
