// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/algorithm/reduce.hpp>
#include <weir/algorithm/run_bulk.hpp>
#include <weir/algorithm/transform.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// The greater of two strings whose halves a caller and a worker make. `op` may return a reference to one of its parameters.
template <class Op>
std::string greater_of_two_threads(Op op) {
  thread_pool p({.capacity = 1});
  event begun;
  const std::vector<int> halves{0, 1};
  return transform_reduce(p, halves, std::string(), op, [&](int i) {
    if (i == 0) {
      EXPECT_TRUE(begun.wait_for());
    } else {
      begun.set();
    }
    return std::string(100, i == 0 ? 'z' : 'a');
  });
}

TEST(a_reduction, by_an_op_that_returns_a_reference_keeps_the_value_that_it_refers_to) {
  EXPECT_EQ(greater_of_two_threads([](const std::string& a, const std::string& b) -> const std::string& { return a < b ? b : a; }),
            std::string(100, 'z'));
  EXPECT_EQ(greater_of_two_threads([](std::string&& a, std::string&& b) -> std::string&& { return std::move(a < b ? b : a); }),
            std::string(100, 'z'));
}

TEST(a_reduction, of_one_block_by_an_op_that_returns_its_first_parameter_keeps_that) {
  thread_pool p({.capacity = 1});
  p.shutdown();
  const auto greater = [](std::string&& a, const std::string& b) -> std::string&& {
    if (a < b) a = b;
    return std::move(a);
  };
  const auto greater_so_far = [&](std::string a, const std::string& b) { return std::string(greater(std::move(a), b)); };
  std::vector<std::string> v{std::string(100, 'z'), std::string(100, 'a'), std::string(100, 'b')};
  std::vector<std::string> out(3);
  for (int greatest : {0, 2, 1}) {
    EXPECT_EQ(reduce(p, v, std::string(), greater), std::string(100, 'z'));
    EXPECT_TRUE(inclusive_scan(p, v, out.begin(), greater_so_far));
    for (int i = greatest; i != 3; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], std::string(100, 'z'));
    std::rotate(v.begin(), v.begin() + 1, v.end());
  }
}

TEST(a_reduction, whose_element_threw_adds_nothing_to_it) {
  thread_pool p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::atomic<int> sums = 0;
  const std::vector<int> v{1, 2};
  const auto sum = [&](int a, int b) {
    ++sums;
    return a + b;
  };
  const auto f = [&](int i) {
    if (i == 2) return i;
    for (auto& each : p.purge()) std::thread([&] { each(); }).join();  // another thread reduces the second half
    throw i;
  };
  EXPECT_THROW(static_cast<void>(transform_reduce(p, v, 0, sum, f)), int);
  EXPECT_EQ(sums.load(), 0);
}

TEST(a_scan, without_help_calls_its_op_once_for_each_element_but_the_first) {
  thread_pool p({.capacity = 1});
  p.shutdown();
  const std::vector<int> v(32, 1);
  std::vector<int> out(32);
  int sums = 0;
  const auto sum = [&](int a, int b) {
    ++sums;
    return a + b;
  };
  EXPECT_TRUE(inclusive_scan(p, v, out.begin(), sum));
  EXPECT_EQ(out.back(), 32);
  EXPECT_EQ(sums, 31);
}

TEST(a_reduction, of_values_that_can_only_be_moved_gives_the_total) {
  using owner = std::unique_ptr<int>;
  thread_pool p({.capacity = 2});
  const auto sum = [](owner a, owner b) {
    *a += *b;
    return a;
  };
  const auto own = [](int i) { return std::make_unique<int>(i); };
  std::vector<int> v(100);
  std::iota(v.begin(), v.end(), 0);
  EXPECT_EQ(*transform_reduce(p, v, own(5), sum, own), 4955);
  EXPECT_EQ(**transform_reduce(p, v, own(5), sum, own, std::stop_token()), 4955);
  v.clear();
  EXPECT_EQ(*transform_reduce(p, v, own(5), sum, own), 5);
  EXPECT_EQ(**transform_reduce(p, v, own(5), sum, own, std::stop_token()), 5);
}

TEST(an_algorithm_with_a_token, gives_its_result_unless_a_stop_was_requested) {
  thread_pool p({.capacity = 2});
  std::vector<long> v(1000);
  std::iota(v.begin(), v.end(), 0L);
  std::vector<long> out(v.size());
  int calls = 0;
  std::vector<std::function<void()>> tasks(1, [&] { ++calls; });
  std::stop_source stop;
  const auto twice = [](long x) { return 2 * x; };

  EXPECT_EQ(reduce(p, v, 0L, std::plus<>(), stop.get_token()), std::optional<long>(499'500));
  EXPECT_EQ(transform_reduce(p, v, 0L, std::plus<>(), twice, stop.get_token()), std::optional<long>(999'000));
  EXPECT_TRUE(transform(p, v, out.begin(), twice, stop.get_token()));
  EXPECT_EQ(out.back(), 1998);
  EXPECT_TRUE(inclusive_scan(p, v, out.begin(), std::plus<>(), stop.get_token()));
  EXPECT_EQ(out.back(), 499'500);
  EXPECT_TRUE(run_bulk(p, tasks, stop.get_token()));
  EXPECT_EQ(calls, 1);

  stop.request_stop();
  out.assign(v.size(), -1);
  EXPECT_EQ(reduce(p, v, 0L, std::plus<>(), stop.get_token()), std::nullopt);
  EXPECT_EQ(transform_reduce(p, v, 0L, std::plus<>(), twice, stop.get_token()), std::nullopt);
  EXPECT_FALSE(transform(p, v, out.begin(), twice, stop.get_token()));
  EXPECT_FALSE(inclusive_scan(p, v, out.begin(), std::plus<>(), stop.get_token()));
  EXPECT_EQ(out, std::vector<long>(v.size(), -1));
  EXPECT_FALSE(run_bulk(p, tasks, stop.get_token()));
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace weir::tests
