// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_EXPIRY_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_EXPIRY_CONFORMANCE_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/platform/native.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace weir::tests {

/// What a worker relies on: its deadline is sound for every time and every option, and never in its own past.
template <class Policy>
class expiry_conformance : public ends {
 protected:
  expiry_conformance() : ends("a worker whose time has come does not leave") {}

  using on = typename Policy::template on<platform::native>;
  using time_point = platform::native::clock::time_point;
  using times = worker_times<time_point>;
  using nanoseconds = std::chrono::nanoseconds;

  static time_point deadline(const times& t, const lifetimes& l) { return on::deadline(t, l); }

  /// From the start of the clock to its end, and any age the options allow.
  static time_point some_time() { return time_point(nanoseconds(*any())); }
  static lifetimes some_lifetimes() { return {nanoseconds(*any()), nanoseconds(*any())}; }
  /// A worker starts before it is idle; the time at which another worker last retired does not depend on either.
  static times some_times() {
    const auto [born, idle_since] = std::minmax({some_time(), some_time()});
    return {idle_since, born, some_time()};
  }

 private:
  static rc::Gen<nanoseconds::rep> any() {
    constexpr auto last = std::numeric_limits<nanoseconds::rep>::max();
    return rc::gen::oneOf(rc::gen::inRange<nanoseconds::rep>(0, 1'000'000'000),
                          rc::gen::element<nanoseconds::rep>(0, 1, last / 2, last - 1, last));
  }
};

TYPED_TEST_SUITE_P(expiry_conformance);

TYPED_TEST_P(expiry_conformance, never_answers_with_the_past) {
  EXPECT_TRUE(rc::check("the deadline is not before the worker went idle, or before it was born if it leaves while there is work", [] {
    const auto t = TestFixture::some_times();
    RC_ASSERT(TestFixture::deadline(t, TestFixture::some_lifetimes()) >= (TestFixture::on::ends_busy ? t.born : t.idle_since));
  }));
}

TYPED_TEST_P(expiry_conformance, who_comes_later_goes_later) {
  EXPECT_TRUE(rc::check("the deadline grows with each time and with each age", [] {
    const auto t = TestFixture::some_times();
    const auto u = TestFixture::some_times();
    const auto l = TestFixture::some_lifetimes();
    const auto m = TestFixture::some_lifetimes();
    const typename TestFixture::times later{std::max(t.idle_since, u.idle_since), std::max(t.born, u.born),
                                            std::max(t.last_left, u.last_left)};
    const lifetimes longer{std::max(l.idle_after, m.idle_after), std::max(l.max_age, m.max_age)};
    RC_ASSERT(TestFixture::deadline(later, longer) >= TestFixture::deadline(t, l));
  }));
}

/// Two workers, one to stay. Time is moved until no worker has a deadline any more.
TYPED_TEST_P(expiry_conformance, an_idle_pool_comes_down_to_its_minimum_or_stays_as_it_is) {
  using expiry = typename TypeParam::template on<manual_clock>;
  pool<TypeParam, manual_clock> p{
      {.capacity = 2, .min_workers = 1, .idle_after = std::chrono::seconds(1), .max_age = std::chrono::seconds(1)}};
  {
    hold one;
    one.occupy(p);
    hold other;
    other.occupy(p);
  }
  p.wait_idle();
  const auto moved = [&] {
    manual_clock::clock::advance(std::chrono::seconds(1));
    p.wait_idle();
    return p.stats().workers == (expiry::expires ? 1U : 2U);
  };
  EXPECT_TRUE(eventually(moved));
  for (int n = 0; n < 20; ++n) EXPECT_TRUE(moved()) << "and there it stays";
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

REGISTER_TYPED_TEST_SUITE_P(expiry_conformance, never_answers_with_the_past, who_comes_later_goes_later,
                            an_idle_pool_comes_down_to_its_minimum_or_stays_as_it_is);

}  // namespace weir::tests

#endif
