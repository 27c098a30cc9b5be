// SPDX-License-Identifier: Apache-2.0
// What the originals of the presets have where their users give nothing, read from their sources:
//
// | original                    | its option               | its default                                                              |
// |-----------------------------|--------------------------|--------------------------------------------------------------------------|
// | ants v2.11.4                | DefaultAntsPoolSize      | math.MaxInt32; a size of 0 or less is no limit                           |
// |                             | ExpiryDuration           | 0, which means DefaultCleanIntervalTime, 1 s                             |
// |                             | MaxBlockingTasks         | 0, which means no limit                                                  |
// |                             | Nonblocking, PreAlloc    | false                                                                    |
// | bytedance gopool            | the default pool's cap   | 10 000 until May 2023, then math.MaxInt32                                |
// |                             | ScaleThreshold           | 1                                                                        |
// | cloudwego gopool v0.1.10    | MaxIdleWorkers           | 1000                                                                     |
// |                             | WorkerMaxAge             | 1 min                                                                    |
// |                             | TaskChanBuffer           | 1000                                                                     |
// | gammazero workerpool v1.2.1 | maxWorkers < 1           | 1                                                                        |
// |                             | DefaultIdleTimeout       | 2 s                                                                      |
// | violin v0.3.1               | MaxWorkers               | 5 in its README and its test; the constant, math.MaxInt32, fails the test |
// |                             | MinWorkers               | 0                                                                        |
// |                             | WorkerIdleTimeout        | 3 s in its README and its test; the constant is 0                        |
// | violin, to v0.2             | WaitingQueueSize         | 64                                                                       |
// | fasthttp v1.73.0            | DefaultConcurrency       | 256 * 1024, the server's, which becomes MaxWorkersCount                  |
// |                             | MaxIdleWorkerDuration    | 10 s, for 0 or less                                                      |
// | Java                        | newCachedThreadPool      | no limit, 60 s                                                           |
#include <weir/agents/light.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/ants_light.hpp>
#include <weir/presets/ants_prealloc.hpp>
#include <weir/presets/ants_with_func.hpp>
#include <weir/presets/bounded.hpp>
#include <weir/presets/cached.hpp>
#include <weir/presets/cloudwego.hpp>
#include <weir/presets/cloudwego_light.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/fasthttp_light.hpp>
#include <weir/presets/fixed.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/gopool_light.hpp>
#include <weir/presets/violin.hpp>
#include <weir/presets/violin_light.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/presets/workerpool_light.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <optional>
#include <type_traits>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

using sim = verify::simulated;

constexpr unsigned max_int32 = 2'147'483'647;

/// A row of the table above, for one preset; `nothing`: the preset's policies do not use it.
template <class Preset, unsigned Capacity, int IdleSeconds, int MaxAgeSeconds = 0>
struct row {
  using preset = Preset;
  static constexpr unsigned capacity = Capacity;
  static constexpr std::chrono::nanoseconds idle_after = std::chrono::seconds(IdleSeconds);
  static constexpr std::chrono::nanoseconds max_age = std::chrono::seconds(MaxAgeSeconds);
};
constexpr int nothing = 0;

template <class Row>
class values_of : public testing::Test {};
using table =
    testing::Types<row<presets::ants<sim>, max_int32, 1>, row<presets::ants_nonblocking<sim>, max_int32, 1>,
                   row<presets::ants_light<sim>, max_int32, 1>, row<presets::gopool<1, sim>, 10'000, nothing>,
                   row<presets::cloudwego<1000, sim>, 1000, nothing, 60>, row<presets::cloudwego_light<1000, sim>, 1000, nothing, 60>,
                   row<presets::workerpool<sim>, 1, 2>, row<presets::violin<sim>, 5, 3>, row<presets::fasthttp<sim>, 256 * 1024, 10>,
                   row<presets::cached<sim>, std::numeric_limits<unsigned>::max(), 60>>;
TYPED_TEST_SUITE(values_of, table, numbered);

TYPED_TEST(values_of, a_preset_are_those_of_its_original) {
  const options o = TypeParam::preset::defaults();
  EXPECT_EQ(o.capacity, TypeParam::capacity);
  EXPECT_EQ(o.idle_after.value_or(0s), TypeParam::idle_after);
  EXPECT_EQ(o.max_age.value_or(0s), TypeParam::max_age);
  EXPECT_EQ(o.min_workers, 0U);
}

template <class F>
void in_a_world(F f) {
  const verify::outcome o = verify::world({.seed = 1}).run(f);
  EXPECT_TRUE(o.ok) << o.error;
}

TYPED_TEST(values_of, a_preset_hold_where_its_user_gives_none) {
  in_a_world([] {
    typename TypeParam::preset p;
    EXPECT_EQ(p.stats().capacity, TypeParam::capacity);
    EXPECT_EQ(p.stats().min_workers, 0U);
    typename TypeParam::preset two{{.capacity = 2}};
    EXPECT_EQ(two.stats().capacity, 2U);
  });
}

/// Light workers leave up to 66 µs later.
template <class Pool>
constexpr auto late = Pool::config_type::agents::suspends ? 66us : 0us;

TYPED_TEST(values_of, a_preset_say_when_an_idle_worker_retires) {
  if constexpr (TypeParam::idle_after > 0s) {
    in_a_world([] {
      typename TypeParam::preset p{{.capacity = 1}};
      EXPECT_EQ(p.post([] {}), post_result::accepted);
      p.wait_idle();
      sim::sleep_for(TypeParam::idle_after - 1ns);
      EXPECT_EQ(p.stats().workers, 1U);
      sim::sleep_for(1ns + late<typename TypeParam::preset>);
      while (!sim::alone()) sim::yield();
      EXPECT_EQ(p.stats().workers, 0U);
    });
  }
}

TYPED_TEST(values_of, a_preset_yield_to_those_of_its_user) {
  if constexpr (TypeParam::idle_after > 0s) {
    in_a_world([] {
      typename TypeParam::preset p{{.capacity = 1, .idle_after = 2 * TypeParam::idle_after}};
      EXPECT_EQ(p.post([] {}), post_result::accepted);
      p.wait_idle();
      sim::sleep_for(2 * TypeParam::idle_after - 1ns);
      EXPECT_EQ(p.stats().workers, 1U);
    });
  }
}

TEST(values_in_types, are_those_of_the_originals) {
  EXPECT_TRUE((std::is_same_v<presets::gopool<>, presets::gopool<1>>)) << "ScaleThreshold";
  EXPECT_TRUE((std::is_same_v<presets::cloudwego<>, presets::cloudwego<1000>>)) << "TaskChanBuffer";
  EXPECT_TRUE((std::is_same_v<presets::ants<>, presets::ants<blocking::wait>>)) << "Nonblocking is false, MaxBlockingTasks has no limit";
}

/// Is the preset the pool of these policies, and of the default ones on the axes that are not named?
template <class Preset, class... Policies>
constexpr bool consists_of = std::is_same_v<typename Preset::basic_pool, pool<Policies...>>;

TEST(policies_of_presets, are_those_of_the_originals) {
  using panic::log_and_continue;
  using light = agents::light;
  EXPECT_TRUE((consists_of<presets::ants<>, queue::none, workers::lifo, blocking::wait, expiry::after_idle, log_and_continue>));
  EXPECT_TRUE(
      (consists_of<presets::ants_light<>, queue::none, workers::lifo, blocking::wait, expiry::after_idle, log_and_continue, light>));
  EXPECT_TRUE(
      (consists_of<presets::ants_nonblocking<>, queue::none, workers::lifo, blocking::reject, expiry::after_idle, log_and_continue>));
  EXPECT_TRUE(
      (consists_of<presets::ants_prealloc<7>, queue::none, workers::ring<7>, blocking::wait, expiry::after_idle, log_and_continue>));
  EXPECT_TRUE((consists_of<presets::gopool<3>, queue::unbounded, workers::none, growth::on_backlog<3>, log_and_continue>));
  EXPECT_TRUE((consists_of<presets::gopool_light<3>, queue::unbounded, workers::none, growth::on_backlog<3>, log_and_continue, light>));
  EXPECT_TRUE((consists_of<presets::cloudwego<7>, queue::bounded<7>, blocking::overflow_spawn, expiry::after_age, log_and_continue>));
  EXPECT_TRUE(
      (consists_of<presets::cloudwego_light<7>, queue::bounded<7>, blocking::overflow_spawn, expiry::after_age, log_and_continue, light>));
  EXPECT_TRUE((consists_of<presets::workerpool<>, queue::unbounded, workers::lifo, expiry::one_per_period, panic::terminate>));
  EXPECT_TRUE((consists_of<presets::workerpool_light<>, queue::unbounded, workers::lifo, expiry::one_per_period, panic::terminate, light>));
  EXPECT_TRUE((consists_of<presets::violin<>, queue::unbounded, workers::lifo, expiry::one_per_period, panic::terminate>));
  EXPECT_TRUE((consists_of<presets::violin_light<>, queue::unbounded, workers::lifo, expiry::one_per_period, panic::terminate, light>));
  EXPECT_TRUE((consists_of<presets::fasthttp<>, queue::none, workers::lifo, blocking::reject, expiry::after_idle, panic::terminate>));
  EXPECT_TRUE(
      (consists_of<presets::fasthttp_light<>, queue::none, workers::lifo, blocking::reject, expiry::after_idle, panic::terminate, light>));
  EXPECT_TRUE((consists_of<presets::cached<>, queue::none, workers::lifo, blocking::wait, expiry::after_idle>));
  EXPECT_TRUE((consists_of<presets::fixed<>, queue::unbounded, expiry::never, growth::prestart>));
  EXPECT_TRUE((consists_of<presets::bounded<7>, queue::bounded<7>, blocking::wait, expiry::after_idle>));
}

TEST(values_of_a_workers_age, end_it) {
  in_a_world([] {
    presets::cloudwego<1000, sim> p{{.capacity = 1}};
    EXPECT_EQ(p.post([] {}), post_result::accepted);
    p.wait_idle();
    sim::sleep_for(1min - 1us);
    EXPECT_EQ(p.stats().workers, 1U);
    sim::sleep_for(1us);
    while (!sim::alone()) sim::yield();
    EXPECT_EQ(p.stats().workers, 0U);
  });
}

struct nothing_to_do {
  void operator()(int) const {}
};

TEST(values_of_presets_of_one_function, are_those_of_ants) {
  using func = presets::ants_with_func<nothing_to_do, int>;
  EXPECT_EQ(func::defaults().capacity, max_int32);
  EXPECT_EQ(func::defaults().idle_after, std::optional<platform::time_span>(1s));
  EXPECT_EQ(func(nothing_to_do()).stats().capacity, max_int32);
  EXPECT_EQ((presets::ants_prealloc_with_func<3, nothing_to_do, int>(nothing_to_do()).stats().capacity), 3U);
}

TEST(values_that_the_policies_cannot_serve, are_cut_to_what_they_can) {
  EXPECT_EQ(presets::ants_prealloc<7>::defaults().capacity, 7U);
  EXPECT_EQ(presets::ants_prealloc<7>().stats().capacity, 7U);
  EXPECT_EQ((presets::fasthttp<growth::prestart>::defaults().capacity), platform::native::hardware_concurrency())
      << "and not 262 144 threads";
}

TEST(values_of_presets_without_an_original, are_those_of_every_pool) {
  for (const options& o : {presets::fixed<>::defaults(), presets::bounded<4>::defaults()}) {
    EXPECT_EQ(o.capacity, 0U);
    EXPECT_EQ(o.idle_after, std::nullopt);
    EXPECT_EQ(o.max_age, std::nullopt);
  }
  EXPECT_EQ(presets::fixed<>().stats().capacity, platform::native::hardware_concurrency());
}

}  // namespace
}  // namespace weir::tests
