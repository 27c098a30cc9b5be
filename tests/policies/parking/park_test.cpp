// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/parking/park.hpp>

#include "tests/conformance/parking_conformance.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(park, parking_conformance, testing::Types<parking::park>, numbered);

TEST(park, a_timed_park_does_not_end_before_its_deadline) {
  parking::park::on<platform::native> p;
  for (const int ms : {1, 5, 20}) {
    const auto deadline = platform::native::clock::now() + std::chrono::milliseconds(ms);
    EXPECT_FALSE(p.park_until(deadline));
    EXPECT_GE(platform::native::clock::now(), deadline);
  }
}

TEST(park, a_parked_thread_uses_no_processor_time) {
  parking::park::on<platform::native> p;
  std::thread worker([&] { p.park(); });
  const auto before = processor_time();
  event never;
  EXPECT_FALSE(never.wait_for(std::chrono::milliseconds(300)));
  EXPECT_LT(processor_time() - before, std::chrono::milliseconds(20)) << "something spins";
  p.unpark();
  worker.join();
}

}  // namespace
}  // namespace weir::tests
