// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// A queue that serves two workers and no more.
struct for_two {
  using axis = axes::queue;
  template <class P, class T>
  class on : public queue::mutex_fifo::on<P, T> {
   public:
    static constexpr unsigned most_workers = 2;
  };
};

template <class Pool>
std::string refusal(const options& o) {
  try {
    const Pool p{o};
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

template <class Pool>
class wrong_options : public testing::Test {};
using pools = testing::Types<pool<>, pool<expiry::after_idle>, pool<expiry::after_age>, pool<growth::prestart>, pool<for_two>>;
TYPED_TEST_SUITE(wrong_options, pools, numbered);

TYPED_TEST(wrong_options, are_named) {
  EXPECT_NE(refusal<TypeParam>({.capacity = 1, .min_workers = 2}).find("min_workers"), std::string::npos);
  EXPECT_NE(refusal<TypeParam>({.capacity = 1, .idle_after = -1ns}).find("idle_after"), std::string::npos);
  EXPECT_NE(refusal<TypeParam>({.capacity = 1, .max_age = 0ns}).find("max_age"), std::string::npos);
  EXPECT_NE(refusal<TypeParam>({.capacity = 1, .max_age = -1h}).find("max_age"), std::string::npos);
  EXPECT_EQ(refusal<TypeParam>({.capacity = 1, .idle_after = 0ns, .max_age = 1ns}), "");
  EXPECT_EQ(
      refusal<TypeParam>(
          {.capacity = 2, .min_workers = 2, .idle_after = std::chrono::nanoseconds::max(), .max_age = std::chrono::nanoseconds::max()}),
      "");
}

TYPED_TEST(wrong_options, start_no_thread) {
  EXPECT_NE(refusal<TypeParam>({.capacity = 1, .max_age = 0ns}), "");
  EXPECT_EQ(threads_alive(), 0U);
}

TYPED_TEST(wrong_options, of_resize_change_nothing) {
  TypeParam p{{.capacity = 2, .min_workers = 1}};
  EXPECT_THROW(p.resize(3, 2), std::invalid_argument);
  EXPECT_THROW(p.resize(0, 0), std::invalid_argument);
  EXPECT_EQ(p.stats().capacity, 2U);
  EXPECT_EQ(p.stats().min_workers, 1U);
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

TEST(a_queue_for_two_workers, refuses_a_third) {
  EXPECT_NE(refusal<pool<for_two>>({.capacity = 3}).find("2 workers"), std::string::npos);
  EXPECT_EQ(refusal<pool<for_two>>({.capacity = 2}), "");
  const options machine;
  EXPECT_EQ(refusal<pool<for_two>>(machine), "") << "as many as the machine has, or as the queue serves";
  pool<for_two> p{machine};
  EXPECT_LE(p.stats().capacity, 2U);
  EXPECT_THROW(p.resize(0, 3), std::invalid_argument);
  EXPECT_LE(p.stats().capacity, 2U);
  p.resize(0, 1);
}

TEST(a_pool_that_keeps_no_worker, has_no_minimum) {
  EXPECT_NE(refusal<pool<workers::none>>({.capacity = 1, .min_workers = 1}).find("min_workers"), std::string::npos);
  pool<workers::none> p{{.capacity = 1}};
  EXPECT_THROW(p.resize(1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace weir::tests
