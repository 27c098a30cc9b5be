// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/presets/ants.hpp>

#include "tests/rivals/ants/kinds.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <type_traits>

namespace weir::rivals {
namespace {

/// How the work is given: as a task, or as an argument of the one function. A multi_pool of function_pools there is not: the closure of
/// function and argument does the same.
struct tasks {
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(std::move(f));
  }
};
struct arguments {
  template <class F>
  struct call {
    F argument;
    void operator()() const { argument(); }
  };
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(call<F>{std::move(f)});
  }
};

template <class Stage, class Balance, class Work, class Kind = plain>
struct shared_by : Stage, Work, Kind::template tasks<Stage> {
  using kind = Kind;
  using balance = Balance;
  static auto make(std::size_t pools, const options& o) {
    return multi_pool<typename Kind::template pool<typename Stage::platform>, Balance>(pools, Kind::fitted(o));
  }
};
struct balance_name {
  template <class Cast>
  static std::string GetName(int) {
    return std::string(Cast::kind::name) + (std::is_base_of_v<tasks, Cast> ? "_tasks" : "_arguments") +
           (std::is_same_v<typename Cast::balance, balance::round_robin> ? "_round_robin" : "_least_loaded") +
           (std::is_base_of_v<in_a_world, Cast> ? "_in_a_world" : "_on_threads");
  }
};

template <class Cast>
class ants_multi_pool : public testing::Test {};
using every_balance =
    testing::Types<shared_by<on_a_set_clock, balance::round_robin, tasks>, shared_by<on_a_set_clock, balance::least_loaded, tasks>,
                   shared_by<in_a_world, balance::round_robin, tasks>, shared_by<in_a_world, balance::least_loaded, tasks>,
                   shared_by<on_a_set_clock, balance::round_robin, arguments>, shared_by<in_a_world, balance::least_loaded, arguments>,
                   shared_by<on_a_set_clock, balance::round_robin, tasks, light_blocked>,
                   shared_by<in_a_world, balance::least_loaded, tasks, light_blocked>,
                   shared_by<on_a_set_clock, balance::least_loaded, tasks, light>,
                   shared_by<in_a_world, balance::round_robin, tasks, light>>;
TYPED_TEST_SUITE(ants_multi_pool, every_balance, balance_name);

// TestMultiPool, TestMultiPoolWithFunc, TestMultiPoolWithFuncGeneric
TYPED_TEST(ants_multi_pool, fills_every_pool_and_ends_and_begins_again) {
  TypeParam::play([] {
    auto p = TypeParam::make(10, {.capacity = 5});
    for (int life = 0; life < 2; ++life) {
      typename TypeParam::gate endless;
      for (int n = 0; n < 50; ++n) EXPECT_EQ(TypeParam::give(p, endless.task()), post_result::accepted);
      EXPECT_TRUE(TypeParam::comes([&] { return endless.in() == 50; }));
      EXPECT_EQ(p.stats().waiting, 0U);
      EXPECT_EQ(p.stats().workers, 50U);
      EXPECT_EQ(p.stats().capacity, 50U);
      EXPECT_EQ(p.state(), run_state::open);
      EXPECT_EQ(p.size(), 10U) << "there is no index beyond it; ants answers -1 and an error";
      for (std::size_t n = 0; n < p.size(); ++n) {
        EXPECT_EQ(p[n].stats().workers, 5U);
        EXPECT_EQ(p[n].stats().capacity, 5U);
        EXPECT_EQ(p[n].stats().waiting, 0U);
      }
      EXPECT_EQ(p.try_post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
      endless.open();
      p.shutdown();
      EXPECT_TRUE(p.join_for(3s));
      EXPECT_TRUE(p.join_for(3s)) << "ants says `closed` the second time";
      EXPECT_EQ(TypeParam::give(p, [] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
      EXPECT_EQ(p.stats().workers, 0U);
      EXPECT_EQ(p.state(), run_state::stopped);
      EXPECT_TRUE(p.restart());
    }
    p.resize(0, 10);
    EXPECT_EQ(p.stats().capacity, 100U) << "of each";
  });
}

// TestMultiPool: what may go wrong; a strategy that does not exist does not compile
TEST(ants_multi_pool_options, are_checked) {
  using pool = multi_pool<presets::ants<>>;
  EXPECT_THROW(pool(0), std::invalid_argument);
  EXPECT_THROW(pool(10, {.capacity = 5, .idle_after = -1ns}), std::invalid_argument);
}

// ExampleMultiPool, ExampleMultiPoolWithFunc
TYPED_TEST(ants_multi_pool, sums) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::make(10, {.capacity = TypeParam::many(100, 10)});
    tally<P> sum;
    for (int n = 0; n < 1000; ++n) EXPECT_EQ(TypeParam::give(p, [=] { sum.add(n); }), post_result::accepted);
    p.wait_idle();
    EXPECT_EQ(sum.count(), 499'500);
  });
}

// RoundRobin and LeastTasks; there the latter counts workers, idle ones too
TYPED_TEST(ants_multi_pool, spreads_the_tasks) {
  TypeParam::play([] {
    auto p = TypeParam::make(10, {.capacity = 5});
    typename TypeParam::gate endless;
    for (unsigned round = 1; round <= 3; ++round) {
      for (int n = 0; n < 10; ++n) EXPECT_EQ(TypeParam::give(p, endless.task()), post_result::accepted);
      for (std::size_t n = 0; n < p.size(); ++n) EXPECT_EQ(p[n].stats().workers, round);
    }
  });
}

// ants' round robin answers `overload` although other pools have room, until it asks for the least loaded, once (#306)
TYPED_TEST(ants_multi_pool, is_full_only_when_all_its_pools_are) {
  TypeParam::play([] {
    auto p = TypeParam::make(3, {.capacity = 2});
    typename TypeParam::gate endless;
    for (int n = 0; n < 2; ++n) EXPECT_EQ(p[0].post(endless.task()), post_result::accepted);
    for (int n = 0; n < 4; ++n) EXPECT_EQ(p.try_post(endless.task()), post_result::accepted);
    EXPECT_EQ(p.try_post(endless.task()), post_result::full);
  });
}

}  // namespace
}  // namespace weir::rivals
