// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_GROWTH_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_GROWTH_CONFORMANCE_HPP

#include <weir/pool.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace weir::tests {

/// What a pool relies on in every growth policy, and what its user sees of it.
template <class Policy>
class growth_conformance : public testing::Test {
 protected:
  using on = typename Policy::template on<platform::native>;
  static unsigned asked_for(unsigned capacity) { return std::min(capacity, on::at_start(capacity)); }
};

TYPED_TEST_SUITE_P(growth_conformance);

TYPED_TEST_P(growth_conformance, starts_somebody_early_always_or_never) {
  EXPECT_TRUE(rc::check("whether at_start(capacity) is 0 does not depend on the capacity", [] {
    const auto capacity = *rc::gen::inRange(1U, 1'000'000U);
    RC_ASSERT((TestFixture::on::at_start(capacity) == 0) == (TestFixture::on::at_start(2) == 0));
  }));
}

TYPED_TEST_P(growth_conformance, a_new_pool_has_the_workers_that_were_asked_for) {
  for (const unsigned capacity : {1U, 2U, 5U}) {
    pool<TypeParam> p{{.capacity = capacity}};
    EXPECT_EQ(p.stats().workers, this->asked_for(capacity));
  }
}

TYPED_TEST_P(growth_conformance, as_many_tasks_as_the_capacity_run_at_once) {
  constexpr int capacity = 4;
  event all_here;
  tally running;
  pool<TypeParam> p{{.capacity = capacity}};
  for (int n = 0; n < capacity; ++n) {
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

REGISTER_TYPED_TEST_SUITE_P(growth_conformance, starts_somebody_early_always_or_never, a_new_pool_has_the_workers_that_were_asked_for,
                            as_many_tasks_as_the_capacity_run_at_once, a_restarted_pool_has_the_workers_that_were_asked_for);

}  // namespace weir::tests

#endif
