// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_EXPIRY_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_EXPIRY_CONFORMANCE_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace weir::tests {

/// What a resting worker relies on: its deadline is sound for every time and every option, and never in its own past.
template <class Policy>
class expiry_conformance : public testing::Test {
 protected:
  using on = typename Policy::template on<platform::native>;
  using time_point = platform::native::clock::time_point;
  using nanoseconds = std::chrono::nanoseconds;

  /// From the start of the clock to its end, and any age the options allow.
  static time_point some_time() { return time_point(nanoseconds(*any())); }
  static nanoseconds some_age() { return nanoseconds(*any()); }

 private:
  static rc::Gen<nanoseconds::rep> any() {
    constexpr auto last = std::numeric_limits<nanoseconds::rep>::max();
    return rc::gen::oneOf(rc::gen::inRange<nanoseconds::rep>(0, 1'000'000'000),
                          rc::gen::element<nanoseconds::rep>(0, 1, last / 2, last - 1, last));
  }
};

TYPED_TEST_SUITE_P(expiry_conformance);

TYPED_TEST_P(expiry_conformance, never_answers_with_the_past) {
  EXPECT_TRUE(rc::check("the deadline is not before the worker went idle", [] {
    const auto since = TestFixture::some_time();
    RC_ASSERT(TestFixture::on::deadline(since, TestFixture::some_age()) >= since);
  }));
}

TYPED_TEST_P(expiry_conformance, who_rests_later_goes_later) {
  EXPECT_TRUE(rc::check("the deadline grows with the time and with the age", [] {
    const auto since = TestFixture::some_time();
    const auto age = TestFixture::some_age();
    const auto deadline = TestFixture::on::deadline(since, age);
    RC_ASSERT(TestFixture::on::deadline(std::max(since, TestFixture::some_time()), age) >= deadline);
    RC_ASSERT(TestFixture::on::deadline(since, std::max(age, TestFixture::some_age())) >= deadline);
  }));
}

REGISTER_TYPED_TEST_SUITE_P(expiry_conformance, never_answers_with_the_past, who_rests_later_goes_later);

}  // namespace weir::tests

#endif
