// SPDX-License-Identifier: Apache-2.0
// The context that an `auto&` gets is a fork_context or one of the classes derived from it, by how deep invoke() is nested: all algorithms take them all.
#include <weir/algorithm/for_each.hpp>
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/map.hpp>
#include <weir/algorithm/reduce.hpp>
#include <weir/algorithm/sort.hpp>
#include <weir/algorithm/transform.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// Calls each algorithm with `here`, with callables that take the element only, and with such that take a context too. True if all results are right.
constexpr auto right_by = [](auto& here) {
  const std::vector<int> ones(10, 1);
  const std::vector<int> twos(10, 2);
  const auto twice = [](int x) { return 2 * x; };
  const auto twice_there = [](auto& there, int x) { return weir::reduce(there, std::vector<int>(2, x), 0); };
  std::vector<int> made(10), made_there(10), first = ones, second = ones, third = ones, fourth{3, 1, 2}, sums(10);
  transform(here, ones, made.begin(), twice);
  transform(here, ones, made_there.begin(), twice_there);
  for_each(here, first, [&](int& x) { x = twice(x); });
  for_each(here, second, [&](auto& there, int& x) { x = twice_there(there, x); });
  for_each_index(here, std::size_t{0}, third.size(), [&](auto& there, std::size_t i) { third[i] = twice_there(there, third[i]); });
  weir::sort(here, fourth);
  inclusive_scan(here, ones, sums.begin(), std::plus<>());
  return weir::map(here, ones, twice) == twos && weir::map(here, ones, twice_there) == twos && made == twos && made_there == twos &&
         first == twos && second == twos && third == twos && fourth == std::vector{1, 2, 3} && sums.back() == 10 &&
         weir::reduce(here, ones, 0) == 10 && transform_reduce(here, ones, 0, std::plus<>(), twice_there) == 20;
};

TEST(every_algorithm, takes_every_context) {
  thread_pool pool({.capacity = 1});
  EXPECT_TRUE(right_by(pool));
  const auto both = [](auto& where, auto f) {
    const auto [a, b] = invoke(where, f, f);
    return a && b;
  };
  const auto deep = [&](auto& here) { return right_by(here) && both(here, right_by); };
  const auto deeper = [&](auto& here) { return right_by(here) && both(here, deep); };
  const auto deepest = [&](auto& here) { return right_by(here) && both(here, deeper); };
  EXPECT_TRUE(both(pool, deepest));
}

}  // namespace
}  // namespace weir::tests
