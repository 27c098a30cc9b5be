// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/sort.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace weir::tests {
namespace {

constexpr int log_n = 13;
constexpr int n = 1 << log_n;

/// So many calls of `less` for each of n elements, as a multiple of log2(n).
double calls_for_each(long calls) { return static_cast<double>(calls) / (n * log_n); }

/// What a sort of `values` by its caller alone costs, as above. Fails if they are not sorted, or if an element beside them is compared.
double cost_of(const std::vector<int>& values) {
  constexpr std::size_t around = 64;
  constexpr int least = std::numeric_limits<int>::min();
  constexpr int greatest = std::numeric_limits<int>::max();
  std::vector<int> room(around, least);
  room.insert(room.end(), values.begin(), values.end());
  room.insert(room.end(), around, greatest);
  const std::span<int> part = std::span(room).subspan(around, values.size());

  thread_pool p({.capacity = 1});
  p.shutdown();
  long calls = 0;
  bool leaves_the_part = false;
  sort(p, part, [&](int a, int b) {
    ++calls;
    leaves_the_part = leaves_the_part || std::min(a, b) == least || std::max(a, b) == greatest;
    return a < b;
  });
  EXPECT_FALSE(leaves_the_part);
  EXPECT_TRUE(std::is_sorted(part.begin(), part.end()));
  return calls_for_each(calls);
}

/// n values of which the one at i is f(i).
template <class F>
std::vector<int> made_by(F f) {
  std::vector<int> v(n);
  for (int i = 0; i != n; ++i) v[static_cast<std::size_t>(i)] = f(i);
  return v;
}

TEST(a_sort, of_what_is_in_some_order_already_splits_it_well) {
  EXPECT_LT(cost_of(made_by([](int i) { return i; })), 2);
  EXPECT_LT(cost_of(made_by([](int i) { return n - i; })), 2);
  EXPECT_LT(cost_of(made_by([](int i) { return std::min(i, n - i); })), 2);
  EXPECT_LT(cost_of(made_by([](int i) { return std::max(i, n - i); })), 2);
}

TEST(a_sort, of_equal_elements_splits_them_well) {
  EXPECT_LT(cost_of(made_by([](int) { return 7; })), 2);
  EXPECT_LT(cost_of(made_by([](int i) { return i % 2; })), 2);
}

/// Decides while it is asked which elements are less than others, so that a quicksort's pivots are among the least. After McIlroy, A Killer
/// Adversary for Quicksort, 1999.
class adversary {
 public:
  [[nodiscard]] bool less(int a, int b) {
    ++calls_;
    if (undecided(a) && undecided(b)) value(a == pivot_ ? a : b) = decided_++;
    if (undecided(a))
      pivot_ = a;
    else if (undecided(b))
      pivot_ = b;
    return value(a) < value(b);
  }
  [[nodiscard]] long calls() const { return calls_; }

 private:
  int& value(int element) { return values_[static_cast<std::size_t>(element)]; }
  bool undecided(int element) { return value(element) == n; }

  std::vector<int> values_ = std::vector<int>(n, n);
  int decided_ = 0;
  int pivot_ = 0;
  long calls_ = 0;
};

TEST(a_sort, of_what_splits_badly_calls_its_less_n_log_n_times) {
  thread_pool p({.capacity = 1});
  p.shutdown();
  for (const bool least_are_split_off : {true, false}) {
    adversary of;
    std::vector<int> v = made_by([](int i) { return i; });
    const auto less = [&](int a, int b) { return least_are_split_off ? of.less(a, b) : of.less(b, a); };
    sort(p, v, less);
    EXPECT_TRUE(std::is_sorted(v.begin(), v.end(), less));
    EXPECT_LT(calls_for_each(of.calls()), 10);
  }
}

TEST(a_sort, that_is_long_calls_for_help) {
  pool<manual_clock> p({.capacity = 1});
  hold busy;
  busy.occupy(p);
  std::vector<int> v = made_by([](int i) { return i * 5 % n; });
  sort(p, v, [](int a, int b) {
    manual_clock::clock::advance(std::chrono::nanoseconds(50));
    return a < b;
  });
  EXPECT_TRUE(std::is_sorted(v.begin(), v.end()));
  EXPECT_EQ(p.purge().size(), 1u);
}

}  // namespace
}  // namespace weir::tests
