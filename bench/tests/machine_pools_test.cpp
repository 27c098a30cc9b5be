// SPDX-License-Identifier: Apache-2.0
/// Pools on a simulated machine: the machine's own tests are in machine_test.cpp.
#include <weir/policies/queue/stealing.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/machine/naive.hpp"
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

outcome on(const costs& prices, unsigned cores, std::function<void()> main, unsigned cores_per_socket = 64, std::uint64_t seed = 1) {
  return computer({.cores = cores, .cores_per_socket = cores_per_socket, .seed = seed, .most_time = 1e9, .prices = prices})
      .run(std::move(main));
}

template <class Pool>
outcome empty_tasks_on(unsigned cores, std::uint64_t seed, double* nanoseconds = nullptr) {
  return on(
      costs{}, cores,
      [&] {
        const double taken = empty_posts<4>::measure<Pool>({.workers = cores, .tasks = 4000}).front();
        if (nanoseconds != nullptr) *nanoseconds = taken;
      },
      64, seed);
}

TEST(machine, a_run_is_decided_by_its_seed) {
  const auto first = empty_tasks_on<weir_on_machine<>>(16, 7);
  const auto same = empty_tasks_on<weir_on_machine<>>(16, 7);
  const auto other = empty_tasks_on<weir_on_machine<>>(16, 8);
  EXPECT_TRUE(first.ok && same.ok && other.ok) << first.error << same.error << other.error;
  EXPECT_EQ(first.fingerprint, same.fingerprint);
  EXPECT_EQ(first.elapsed, same.elapsed);
  EXPECT_NE(first.fingerprint, other.fingerprint);
}

TEST(machine, every_program_keeps_its_books_on_few_and_on_many_cores) {
  EXPECT_GE(programs().size(), 3 * 6u);
  for (const program& each : programs()) {
    for (const unsigned cores : {1u, 3u, 48u}) {
      std::vector<double> values;
      const auto end = on(costs{}, cores, [&] { values = each.measure({.workers = cores, .tasks = 640}); });
      EXPECT_TRUE(end.ok) << each.workload << ' ' << each.pool << ' ' << cores << ": " << end.error;
      EXPECT_EQ(values.size(), each.metrics.size());
    }
  }
}

TEST(machine, one_mutex_does_not_scale_and_the_ledger_names_the_line) {
  double few = 0, many = 0;
  static_cast<void>(empty_tasks_on<naive_on<machine>>(2, 1, &few));
  const auto end = empty_tasks_on<naive_on<machine>>(32, 1, &many);
  EXPECT_GT(many, 2 * few);
  const auto sites = end.sites.by_cost();
  ASSERT_FALSE(sites.empty());
  bool named = false;
  for (std::size_t n = 0; n != 3; ++n) named = named || sites[n].place().find("naive.hpp") != std::string::npos;
  EXPECT_TRUE(named) << sites[0].place() << ", " << sites[1].place();
}

const enter_all<weir_on_machine<>> unbounded{"unbounded"};
const enter_all<weir_on_machine<queue::stealing>> stealing{"stealing"};
const enter_all<naive_on<machine>> naive{"naive"};

}  // namespace
}  // namespace weir::bench::sim
