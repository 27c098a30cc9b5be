// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_PARKING_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_PARKING_CONFORMANCE_HPP

#include <weir/concepts/parking_policy.hpp>
#include <weir/platform/native.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/event.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <string>
#include <thread>

namespace weir::tests {

/// What a worker relies on when it parks: no unpark is lost, none counts twice, and deadlines are those of the clock.
template <class Policy>
class parking_conformance : public ends {
 protected:
  parking_conformance() : ends("an unpark was lost, or a park does not end") {}

  using parker = typename Policy::template on<platform::native>;
  using clock = platform::native::clock;

  static clock::time_point past() { return clock::now() - std::chrono::seconds(1); }
  static clock::time_point far_away() { return clock::now() + patience; }
};

TYPED_TEST_SUITE_P(parking_conformance);

TYPED_TEST_P(parking_conformance, an_unpark_before_the_park_ends_it_at_once) {
  typename TestFixture::parker p;
  p.unpark();
  p.park();
  p.unpark();
  EXPECT_TRUE(p.park_until(this->far_away()));
}

TYPED_TEST_P(parking_conformance, an_unpark_counts_once) {
  typename TestFixture::parker p;
  p.unpark();
  p.unpark();
  EXPECT_TRUE(p.park_until(this->far_away()));
  EXPECT_FALSE(p.park_until(this->past())) << "two unparks before one park are one";
}

TYPED_TEST_P(parking_conformance, an_unpark_counts_even_after_the_deadline) {
  typename TestFixture::parker p;
  p.unpark();
  EXPECT_TRUE(p.park_until(this->past()));
}

TYPED_TEST_P(parking_conformance, a_timed_park_ends_at_its_deadline) {
  typename TestFixture::parker p;
  for (const int ms : {0, 1, 5}) EXPECT_FALSE(p.park_until(TestFixture::clock::now() + std::chrono::milliseconds(ms)));
}

TYPED_TEST_P(parking_conformance, a_deadline_at_the_end_of_time_is_as_good_as_none) {
  typename TestFixture::parker p;
  std::thread waker([&] { p.unpark(); });
  while (!p.park_until(TestFixture::clock::time_point::max())) {  // may return early
  }
  waker.join();
}

TYPED_TEST_P(parking_conformance, a_parked_worker_stays_parked_until_it_is_unparked) {
  typename TestFixture::parker p;
  event left;
  std::thread worker([&] {
    p.park();
    left.set();
  });
  EXPECT_FALSE(left.wait_for(std::chrono::milliseconds(20)));
  p.unpark();
  EXPECT_TRUE(left.wait_for());
  worker.join();
}

/// p parks, t parks with a deadline that is far away. What each side did before its unpark is read, unguarded, by the other.
TYPED_TEST_P(parking_conformance, two_workers_wake_each_other_in_turn) {
  EXPECT_TRUE(rc::check("no wake-up is lost, and each shows what came before it", [] {
    const auto script = *rc::gen::container<std::string>(rc::gen::element('p', 't'));
    typename TestFixture::parker ping;
    typename TestFixture::parker pong;
    std::size_t said = 0;
    bool in_order = true;
    const auto rest = [](auto& parker, char how) {
      const auto deadline = TestFixture::far_away();
      if (how == 'p') {
        parker.park();
        return true;
      }
      while (!parker.park_until(deadline))
        if (TestFixture::clock::now() >= deadline) return false;
      return true;
    };
    std::thread other([&] {
      for (std::size_t n = 0; n < script.size(); ++n) {
        in_order = rest(pong, script[n]) && said == 2 * n + 1 && in_order;
        said = 2 * n + 2;
        ping.unpark();
      }
    });
    for (std::size_t n = 0; n < script.size(); ++n) {
      said = 2 * n + 1;
      pong.unpark();
      if (!rest(ping, script[n]) || said != 2 * n + 2) break;
    }
    other.join();
    RC_ASSERT(in_order);
    RC_ASSERT(said == 2 * script.size());
  }));
}

REGISTER_TYPED_TEST_SUITE_P(parking_conformance, an_unpark_before_the_park_ends_it_at_once, an_unpark_counts_once,
                            an_unpark_counts_even_after_the_deadline, a_timed_park_ends_at_its_deadline,
                            a_deadline_at_the_end_of_time_is_as_good_as_none, a_parked_worker_stays_parked_until_it_is_unparked,
                            two_workers_wake_each_other_in_turn);

}  // namespace weir::tests

#endif
