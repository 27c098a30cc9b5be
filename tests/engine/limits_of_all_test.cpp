// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/pool/limits_of_all.hpp>
#include <weir/platform/native.hpp>
#include <weir/stats.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

/// Has limits and nothing else. What is to happen inside its next resize() may resize all pools too, as a task does that a pool without threads runs there.
struct limited {
  unsigned min_workers = 0;
  unsigned capacity = 1;
  int resized = 0;
  std::function<void()> inside;

  [[nodiscard]] weir::stats stats() const { return {.capacity = capacity, .min_workers = min_workers}; }
  void resize(unsigned least, unsigned most) {
    min_workers = least;
    capacity = most;
    ++resized;
    if (const auto now = std::exchange(inside, nullptr)) now();
  }
};

class limits_of_all_pools : public testing::Test {
 protected:
  limited a;
  limited b;
  engine::limits_of_all<platform::native> all;

  void set(unsigned capacity) { all.set(std::vector{&a, &b}, {.min_workers = 0, .capacity = capacity}); }
  void expect(unsigned capacity) const {
    EXPECT_EQ(a.capacity, capacity);
    EXPECT_EQ(b.capacity, capacity);
  }
  /// How often each of them is resized by a call that no other one meets.
  void expect_one_resize_each() {
    a.resized = b.resized = 0;
    set(100);
    expect(100);
    EXPECT_EQ(a.resized, 1);
    EXPECT_EQ(b.resized, 1);
  }

  /// A call of another thread, which waits inside a pool's resize() and is refused there in the end.
  class refused_call {
   public:
    refused_call(limits_of_all_pools& its, limited& where) {
      where.inside = [this] {
        begun_.set();
        EXPECT_TRUE(goes_on_.wait_for());
        throw std::invalid_argument("on purpose");
      };
      thread_ = std::thread([&its] { EXPECT_THROW(its.set(2), std::invalid_argument); });
      EXPECT_TRUE(begun_.wait_for());
    }
    void end() {
      goes_on_.set();
      thread_.join();
    }

   private:
    event begun_, goes_on_;
    std::thread thread_;
  };
};

TEST_F(limits_of_all_pools, are_set_once) {
  expect_one_resize_each();
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_those_of_one_call_when_a_second_one_came_between) {
  a.inside = [&] { set(3); };
  set(2);
  EXPECT_EQ(a.capacity, b.capacity);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_those_of_one_call_when_a_second_one_comes_while_they_are_set_again) {
  a.inside = [&] {
    set(3);
    a.inside = [&] { set(4); };  // in the second round of the first call
  };
  set(2);
  EXPECT_EQ(a.capacity, b.capacity);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_as_they_were_when_a_pool_refuses) {
  b.inside = [] { throw std::invalid_argument("on purpose"); };
  EXPECT_THROW(set(2), std::invalid_argument);
  EXPECT_EQ(a.capacity, 1U);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_those_of_the_call_that_succeeded_when_a_pool_refuses_the_other) {
  a.inside = [&] {
    set(3);
    b.inside = [] { throw std::invalid_argument("on purpose"); };
  };
  EXPECT_THROW(set(2), std::invalid_argument);
  expect(3);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_those_that_each_had_when_a_pool_refuses) {
  set(5);
  a.resize(0, 7);
  b.inside = [] { throw std::invalid_argument("on purpose"); };
  EXPECT_THROW(set(2), std::invalid_argument);
  EXPECT_EQ(a.capacity, 7U);
  EXPECT_EQ(b.capacity, 5U);
}

TEST_F(limits_of_all_pools, are_set_once_after_a_call_that_found_no_memory) {
  for (int spared = 0; spared != 3; ++spared) {
    try {
      const failing_allocation one(spared);
      set(2);
    } catch (const std::bad_alloc&) {
    }
  }
  expect_one_resize_each();
}

// Each of two threads is in the middle of its call while the other one is.
TEST_F(limits_of_all_pools, are_those_of_the_call_that_succeeded_when_another_one_was_refused_meanwhile) {
  refused_call other(*this, a);
  b.inside = [&] { other.end(); };
  set(5);
  expect(5);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_as_they_were_when_two_calls_are_refused_at_the_same_time) {
  refused_call other(*this, b);
  b.inside = [&] {
    other.end();
    throw std::invalid_argument("on purpose");
  };
  EXPECT_THROW(set(5), std::invalid_argument);
  expect(1);
  expect_one_resize_each();
}

TEST_F(limits_of_all_pools, are_set_again_by_the_next_call_after_one_that_could_not_settle) {
  b.inside = [&] {
    a.inside = [] { throw std::bad_alloc(); };
    throw std::invalid_argument("on purpose");
  };
  EXPECT_THROW(set(2), std::bad_alloc);
  expect_one_resize_each();
}

}  // namespace
}  // namespace weir::tests
