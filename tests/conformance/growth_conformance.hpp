// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_GROWTH_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_GROWTH_CONFORMANCE_HPP

#include <weir/pool.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/event.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>

namespace weir::tests {

/// What a pool relies on in every growth policy, and what its user sees of it.
template <class Policy>
class growth_conformance : public ends {
 protected:
  growth_conformance() : ends("a backlog brings no worker") {}

  using on = typename Policy::template on<platform::native>;
  static unsigned asked_for(unsigned capacity) { return std::min(capacity, on::at_start(capacity)); }
  /// The smallest backlog that brings another worker.
  static int threshold() {
    int n = 1;
    while (n < 1000 && !on::wants(static_cast<std::size_t>(n))) ++n;
    return n;
  }
};

TYPED_TEST_SUITE_P(growth_conformance);

TYPED_TEST_P(growth_conformance, starts_somebody_early_always_or_never) {
  EXPECT_TRUE(rc::check("whether at_start(capacity) is 0 does not depend on the capacity", [] {
    const auto capacity = *rc::gen::inRange(1U, 1'000'000U);
    RC_ASSERT((TestFixture::on::at_start(capacity) == 0) == (TestFixture::on::at_start(2) == 0));
  }));
  EXPECT_FALSE(starts_by_capacity<typename TestFixture::on>()) << "also for great capacities";
}

TYPED_TEST_P(growth_conformance, wants_more_workers_the_more_there_is_to_do) {
  EXPECT_TRUE(rc::check("what brings a worker at a backlog of n brings one at more than n", [] {
    const auto n = *rc::gen::inRange<std::size_t>(0, 1000);
    const auto more = *rc::gen::inRange<std::size_t>(0, 1000);
    RC_ASSERT(!TestFixture::on::wants(n) || TestFixture::on::wants(n + more));
  }));
  EXPECT_FALSE(wants_out_of_order<typename TestFixture::on>()) << "also for long queues";
  EXPECT_LT(this->threshold(), 1000) << "no backlog ever brings a second worker";
}

TYPED_TEST_P(growth_conformance, a_new_pool_has_the_workers_that_were_asked_for) {
  for (const unsigned capacity : {1U, 2U, 5U}) {
    pool<TypeParam> p{{.capacity = capacity}};
    EXPECT_EQ(p.stats().workers, this->asked_for(capacity));
  }
}

TYPED_TEST_P(growth_conformance, with_a_backlog_as_many_tasks_as_the_capacity_run_at_once) {
  constexpr int capacity = 4;
  event all_here;
  tally running;
  pool<TypeParam> p{{.capacity = capacity}};
  for (int n = 1; n < capacity + this->threshold(); ++n) {
    const post_result r = p.post([&] {
      running.add();
      if (running.reaches(capacity)) all_here.set();
    });
    EXPECT_EQ(r, post_result::accepted);
  }
  EXPECT_TRUE(all_here.wait_for()) << "only " << running.count() << " of " << capacity << " ran together";
  p.wait_idle();
  EXPECT_EQ(p.stats().workers, capacity);
}

TYPED_TEST_P(growth_conformance, a_restarted_pool_has_the_workers_that_were_asked_for) {
  pool<TypeParam> p{{.capacity = 3}};
  p.shutdown();
  p.join();
  EXPECT_EQ(p.stats().workers, 0U);
  ASSERT_TRUE(p.restart());
  EXPECT_EQ(p.stats().workers, this->asked_for(3));
}

REGISTER_TYPED_TEST_SUITE_P(growth_conformance, starts_somebody_early_always_or_never, wants_more_workers_the_more_there_is_to_do,
                            a_new_pool_has_the_workers_that_were_asked_for, with_a_backlog_as_many_tasks_as_the_capacity_run_at_once,
                            a_restarted_pool_has_the_workers_that_were_asked_for);

}  // namespace weir::tests

#endif
