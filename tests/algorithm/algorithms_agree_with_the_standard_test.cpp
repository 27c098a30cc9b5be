// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/for_each.hpp>
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/algorithm/loop_range.hpp>
#include <weir/algorithm/map.hpp>
#include <weir/algorithm/reduce.hpp>
#include <weir/algorithm/sort.hpp>
#include <weir/algorithm/transform.hpp>
#include <weir/platform/native.hpp>
#include <weir/verify/properties/generate.hpp>

#include "tests/algorithm/pools.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// What is done, to which elements, in which pool.
struct trial {
  std::vector<int> values;
  unsigned capacity;
  bool closed;
  bool slow;                          ///< elements take about a microsecond, so that loops call for help
  std::optional<std::size_t> throws;  ///< the element that does
  std::optional<std::size_t> stops;   ///< the element that requests a stop
};

rc::Gen<trial> trials() {
  return rc::gen::exec([] {
    trial t{};
    const std::size_t n = *rc::gen::element<std::size_t>(0, 1, 2, 31, 32, 33, 300, 3000) + *properties::up_to(3);
    t.values = *rc::gen::container<std::vector<int>>(n, rc::gen::arbitrary<int>());
    t.capacity = 1u + *properties::up_to(2);
    t.closed = *properties::up_to(7) == 0;
    t.slow = *properties::up_to(1) == 0;
    if (n != 0 && *properties::up_to(1) == 0) t.throws = *rc::gen::inRange<std::size_t>(0, n);
    if (n != 0 && *properties::up_to(2) == 0) t.stops = *rc::gen::inRange<std::size_t>(0, n);
    return t;
  });
}

void take_time(const trial& t) {
  if (t.slow) platform::native::poll([] { return false; }, std::chrono::microseconds(1));
}

/// 2x2 matrices under multiplication: associative, and not commutative.
struct matrix {
  unsigned a = 1, b = 0, c = 0, d = 1;
  matrix() = default;
  explicit matrix(int x) : a(static_cast<unsigned>(x)), b(1), c(1), d(0) {}
  friend bool operator==(const matrix&, const matrix&) = default;
  friend matrix operator*(const matrix& x, const matrix& y) {
    matrix p;
    p.a = x.a * y.a + x.b * y.c;
    p.b = x.a * y.b + x.b * y.d;
    p.c = x.c * y.a + x.d * y.c;
    p.d = x.c * y.b + x.d * y.d;
    return p;
  }
};

template <class Pool>
void same_results(Pool& p, const trial& t) {
  const auto f = [&](int x) {
    take_time(t);
    return matrix(x);
  };
  std::vector<matrix> expected(t.values.size());
  std::transform(t.values.begin(), t.values.end(), expected.begin(), [](int x) { return matrix(x); });
  RC_ASSERT(map(p, t.values, f) == expected);
  std::vector<matrix> out(t.values.size());
  RC_ASSERT(transform(p, t.values, out.begin(), f));
  RC_ASSERT(out == expected);

  const auto times = [&](const matrix& x, const matrix& y) {
    take_time(t);
    return x * y;
  };
  RC_ASSERT(transform_reduce(p, t.values, matrix(7), times, f) ==
            std::accumulate(expected.begin(), expected.end(), matrix(7), std::multiplies<>()));
  RC_ASSERT(reduce(p, t.values, 1L) == std::accumulate(t.values.begin(), t.values.end(), 1L));
  std::vector<matrix> scanned(expected.size());
  std::inclusive_scan(expected.begin(), expected.end(), scanned.begin(), std::multiplies<>());
  RC_ASSERT(inclusive_scan(p, out, out.begin(), times));
  RC_ASSERT(out == scanned);

  // On the heap, and by an op that returns a reference to one of its arguments.
  std::vector<std::string> texts(t.values.size());
  std::transform(t.values.begin(), t.values.end(), texts.begin(), [](int x) { return std::string(40, 'x') + std::to_string(x); });
  const auto greater = [&](const std::string& a, const std::string& b) -> const std::string& {
    take_time(t);
    return a < b ? b : a;
  };
  RC_ASSERT(reduce(p, texts, std::string(), greater) == std::accumulate(texts.begin(), texts.end(), std::string(), greater));

  auto sorted = t.values;
  sort(p, sorted, [&](int a, int b) {
    take_time(t);
    return a < b;
  });
  auto by_std = t.values;
  std::sort(by_std.begin(), by_std.end());
  RC_ASSERT(sorted == by_std);
  sort(p, sorted, std::greater<>());
  RC_ASSERT(std::is_sorted(sorted.begin(), sorted.end(), std::greater<>()));
}

template <class Pool>
void same_ends(Pool& p, const trial& t) {
  std::vector<std::pair<int, std::atomic<int>>> calls(t.values.size());
  std::stop_source stop;
  std::atomic<bool> thrown{false};
  std::optional<bool> all;
  try {
    all = for_each(
        p, calls,
        [&](auto& each) {
          take_time(t);
          each.second.fetch_add(1);
          const auto i = static_cast<std::size_t>(&each - calls.data());
          if (i == t.stops) stop.request_stop();
          if (i == t.throws) {
            thrown = true;
            throw i;
          }
        },
        stop.get_token());
  } catch (std::size_t i) {
    RC_ASSERT(i == t.throws);
  }
  RC_ASSERT(all.has_value() != thrown.load());
  const auto times = [&](int n) { return std::count_if(calls.begin(), calls.end(), [n](auto& each) { return each.second.load() == n; }); };
  RC_ASSERT(times(0) + times(1) == std::ssize(calls));
  if (all == true) RC_ASSERT(times(1) == std::ssize(calls));
  if (all == false) RC_ASSERT(times(1) != std::ssize(calls) && stop.stop_requested());
}

template <class Pool>
class algorithms_on : public testing::Test {};

TYPED_TEST_SUITE(algorithms_on, pools_of_algorithms, numbered);

template <class Pool>
std::string refute_on(const char* name, void (*property)(Pool&, const trial&)) {
  return properties::refute(std::string(name) + "/" + __PRETTY_FUNCTION__, 100, [property] {
    const trial t = *trials();
    Pool p{{.capacity = t.capacity}};
    if (t.closed) p.shutdown();
    property(p, t);
  });
}

TYPED_TEST(algorithms_on, pools_of_any_kind_give_the_results_of_the_standard_library) {
  const std::string fault = refute_on<TypeParam>("same_results", &same_results<TypeParam>);
  EXPECT_TRUE(fault.empty()) << fault;
}

TYPED_TEST(algorithms_on, pools_of_any_kind_call_each_element_at_most_once_and_say_why_not_all) {
  const std::string fault = refute_on<TypeParam>("same_ends", &same_ends<TypeParam>);
  EXPECT_TRUE(fault.empty()) << fault;
}

/// Its size is that of a range of integers of 128 bits.
struct vast {
  __extension__ using wide = unsigned __int128;
  wide n;
  [[nodiscard]] wide size() const { return n; }
};

TEST(a_range_of, more_elements_than_can_be_counted_is_refused) {
  const vast whole{5}, more{(vast::wide{1} << 64) + 5};
  EXPECT_EQ(engine::length_of(whole), 5U);
  EXPECT_THROW(engine::length_of(more), std::length_error);
}

namespace with_a_comma {
struct element {
  int value = 0;
};
template <class A, class B>
void operator,(A&&, B&&) = delete;
}  // namespace with_a_comma

TEST(a_transform_of, elements_with_an_operator_of_their_own_for_commas_does_not_call_it) {
  pool<> p{{.capacity = 1}};
  const std::vector<with_a_comma::element> from(3, {5});
  std::vector<with_a_comma::element> to(3);
  transform(p, from, to.begin(), [](const with_a_comma::element& e) { return with_a_comma::element{e.value + 1}; });
  EXPECT_EQ(to[2].value, 6);
}

}  // namespace
}  // namespace weir::tests
