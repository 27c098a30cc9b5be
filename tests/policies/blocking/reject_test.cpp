// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/reject.hpp>

#include "tests/conformance/blocking_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(reject, blocking_conformance, testing::Types<blocking::reject>, numbered);

TEST(reject, a_full_pool_answers_full_at_once_and_destroys_the_task) {
  pool<blocking::reject, queue::bounded<1>> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  const auto held = std::make_shared<int>(0);
  EXPECT_EQ(p.post([held] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
  EXPECT_EQ(held.use_count(), 1);
  EXPECT_EQ(p.stats().waiting, 0U);
}

TEST(reject, under_load_each_task_is_run_or_refused) {
  pool<blocking::reject, queue::bounded<4>> p{{.capacity = 2}};
  std::atomic<int> ran{0};
  std::atomic<int> accepted{0};
  const auto submit_many = [&] {
    for (int n = 0; n < 2000; ++n)
      if (p.post([&] { ++ran; }) == post_result::accepted) ++accepted;
  };
  std::thread other(submit_many);
  submit_many();
  other.join();
  p.wait_idle();
  EXPECT_EQ(ran, accepted);
}

}  // namespace
}  // namespace weir::tests
