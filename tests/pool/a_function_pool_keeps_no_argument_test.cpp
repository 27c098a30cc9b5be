// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/reason_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// 1, 2 and 3, and a call before the last is read.
struct numbers_up_to_3 {
  struct iterator {
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    const std::function<void()>* before_3;
    int n;
    int operator*() const {
      if (n == 3) (*before_3)();
      return n;
    }
    iterator& operator++() {
      ++n;
      return *this;
    }
    iterator operator++(int) { return {before_3, n++}; }
    bool operator==(const iterator& other) const { return n == other.n; }
  };
  std::function<void()> before_3;
  [[nodiscard]] iterator begin() const { return {&before_3, 1}; }
  [[nodiscard]] iterator end() const { return {&before_3, 4}; }
};

// Room that is made later is for no argument behind one that was refused.
TEST(a_batch_of_submits, begins_nothing_behind_the_first_that_is_refused) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<1>, blocking::reject>(
      [&](int) {
        begun.set();
        released.wait();
      },
      {.capacity = 1});
  EXPECT_EQ(p.post(0), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  const numbers_up_to_3 numbers{[&] { EXPECT_EQ(p.purge(), std::vector{1}); }};
  auto results = p.submit_bulk(numbers);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(reason_of(results[0]), post_result::cancelled);
  EXPECT_EQ(reason_of(results[1]), post_result::full);
  EXPECT_EQ(reason_of(results[2]), post_result::full);
  released.set();
}

/// A Discard that keeps what it gets, to be called later.
struct keeps {
  static inline std::vector<task> all;
  template <class T>
  void operator()(T&& t) const {
    all.emplace_back(std::forward<T>(t));
  }
};

TEST(a_future_of_a_function_pool, gets_what_a_discarded_argument_gives_to_who_calls_it) {
  event begun;
  event released;
  auto p = make_function_pool<queue::bounded<1>, blocking::discard_newest_to<keeps>>(
      [&](int n) {
        begun.set();
        released.wait();
        if (n == 3) throw std::domain_error("on purpose");
        return n;
      },
      {.capacity = 1});
  EXPECT_EQ(p.post(0), post_result::accepted);
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(p.post(1), post_result::accepted);
  auto kept = p.submit(2), kept_too = p.submit(3);
  ASSERT_EQ(keeps::all.size(), 2U);
  EXPECT_FALSE(kept.ready());
  released.set();
  for (task& each : keeps::all) each();
  keeps::all.clear();
  EXPECT_EQ(kept.get(), 2);
  EXPECT_THROW(kept_too.get(), std::domain_error);
}

struct living {
  static inline std::atomic<int> all{0};
  living() noexcept { ++all; }
  living(living&&) noexcept { ++all; }
  living& operator=(living&&) noexcept = default;
  ~living() { --all; }
};

TEST(a_function_pool, destroys_what_it_has_moved_an_argument_from) {
  {
    function_pool p([](living) {});
    for (int n = 0; n != 3; ++n) EXPECT_EQ(p.post(living()), post_result::accepted);
  }
  EXPECT_EQ(living::all, 0);
}

}  // namespace
}  // namespace weir::tests
