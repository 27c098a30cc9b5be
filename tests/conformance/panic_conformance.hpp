// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_PANIC_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_PANIC_CONFORMANCE_HPP

#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/event.hpp"
#include "tests/support/throws_when_destroyed.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace weir::tests {

/// What holds for every panic policy that lets the program go on: a task that throws costs the pool nothing (I18).
template <class Policy>
class panic_conformance : public ends {
 protected:
  panic_conformance() : ends("a call of the policy does not return, or it leaves its lock taken") {}

  using pool_type = pool<queue::bounded<2>, Policy, observer::counters>;

  /// Waits for a pool whose task threw: a policy that keeps exceptions for the next wait rethrows it here, once.
  static void wait_after_a_panic(pool_type& p) {
    if constexpr (keeps_panic<typename Policy::template on<platform::native>>) {
      EXPECT_ANY_THROW(p.wait_idle());
    }
    p.wait_idle();
  }
};

TYPED_TEST_SUITE_P(panic_conformance);

TYPED_TEST_P(panic_conformance, a_throwing_task_costs_no_worker_no_room_and_no_waiter) {
  typename TestFixture::pool_type p{{.capacity = 1}};
  constexpr int submitters = 4;
  constexpr int each = 50;
  std::vector<std::thread> threads;
  for (int s = 0; s < submitters; ++s)
    threads.emplace_back([&p] {
      for (int n = 0; n < each; ++n) {
        if (n % 2 == 0) {
          EXPECT_EQ(p.post([] { throw std::runtime_error("on purpose"); }), post_result::accepted);
        } else {
          EXPECT_EQ(p.post([] { throw 42; }), post_result::accepted);
        }
      }
    });
  for (std::thread& t : threads) t.join();
  this->wait_after_a_panic(p);
  const stats s = p.stats();
  EXPECT_EQ(s.panicked, static_cast<unsigned>(submitters * each));
  EXPECT_EQ(s.completed, 0U);
  EXPECT_EQ(s.workers, 1U);
  EXPECT_EQ(s.idle, 1U);
  EXPECT_EQ(s.queued, 0U);
  EXPECT_EQ(s.waiting, 0U);
  int ran = 0;
  EXPECT_EQ(p.post([&] { ++ran; }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(ran, 1);
}

TYPED_TEST_P(panic_conformance, a_throwing_task_lets_go_of_what_it_holds) {
  typename TestFixture::pool_type p{{.capacity = 1}};
  const auto held = std::make_shared<int>(1);
  EXPECT_EQ(p.post([held] { throw std::runtime_error("on purpose"); }), post_result::accepted);
  this->wait_after_a_panic(p);
  EXPECT_EQ(held.use_count(), 1);
}

TYPED_TEST_P(panic_conformance, a_task_that_throws_when_it_is_destroyed_costs_nothing_either) {
  typename TestFixture::pool_type p{{.capacity = 1}};
  EXPECT_EQ(p.post(throws_when_destroyed()), post_result::accepted);
  this->wait_after_a_panic(p);
  EXPECT_EQ(p.stats().panicked, 1U);
  EXPECT_EQ(p.stats().idle, 1U);
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

TYPED_TEST_P(panic_conformance, what_a_submitted_task_throws_goes_to_its_future_instead) {
  typename TestFixture::pool_type p{{.capacity = 1}};
  auto f = p.submit([]() -> int { throw std::runtime_error("on purpose"); });
  EXPECT_THROW(f.get(), std::runtime_error);
  p.wait_idle();
  EXPECT_EQ(p.stats().panicked, 0U);
}

REGISTER_TYPED_TEST_SUITE_P(panic_conformance, a_throwing_task_costs_no_worker_no_room_and_no_waiter,
                            a_throwing_task_lets_go_of_what_it_holds, a_task_that_throws_when_it_is_destroyed_costs_nothing_either,
                            what_a_submitted_task_throws_goes_to_its_future_instead);

}  // namespace weir::tests

#endif
