// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_WAKE_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_WAKE_CONFORMANCE_HPP

#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace weir::tests {

/// What holds however many workers a burst wakes: no task stays queued while a worker is idle (I28).
template <class Policy>
class wake_conformance : public ends {
 protected:
  wake_conformance() : ends("a task stays queued while a worker is idle") {}

  static constexpr int workers = 4;

  /// Starts all workers and waits until they are idle.
  static void warm_up(auto& p) {
    std::deque<hold> busy(workers);
    for (hold& each : busy) each.occupy(p);
    for (hold& each : busy) each.release();
    p.wait_idle();
  }
  /// Tasks that end only when as many as there are workers run at once.
  static std::vector<std::function<void()>> burst(const std::shared_ptr<tally>& here) {
    return {workers, [here] {
              here->add();
              EXPECT_TRUE(here->reaches(workers)) << "a task was left lying while a worker rested";
            }};
  }
};

TYPED_TEST_SUITE_P(wake_conformance);

TYPED_TEST_P(wake_conformance, a_burst_of_posts_gets_all_resting_workers) {
  pool<TypeParam> p{{.capacity = TestFixture::workers}};
  this->warm_up(p);
  for (int round = 0; round < 50; ++round) {
    for (auto& each : this->burst(std::make_shared<tally>())) EXPECT_EQ(p.post(std::move(each)), post_result::accepted);
    p.wait_idle();
  }
}

TYPED_TEST_P(wake_conformance, a_burst_handed_over_without_a_queue_gets_all_resting_workers) {
  pool<TypeParam, queue::none> p{{.capacity = TestFixture::workers}};
  this->warm_up(p);
  for (auto& each : this->burst(std::make_shared<tally>())) EXPECT_EQ(p.post(std::move(each)), post_result::accepted);
  p.wait_idle();
}

TYPED_TEST_P(wake_conformance, a_bulk_post_gets_all_resting_workers) {
  pool<TypeParam> p{{.capacity = TestFixture::workers}};
  this->warm_up(p);
  for (int round = 0; round < 50; ++round) {
    EXPECT_EQ(p.post_bulk(this->burst(std::make_shared<tally>())).accepted, static_cast<std::size_t>(TestFixture::workers));
    p.wait_idle();
  }
}

/// One resume has to wake for all that was posted during the pause.
TYPED_TEST_P(wake_conformance, the_end_of_a_pause_gets_all_resting_workers) {
  pool<TypeParam, queue::bounded<8>> p{{.capacity = TestFixture::workers}};
  this->warm_up(p);
  for (int round = 0; round < 50; ++round) {
    auto paused = p.pause();
    for (auto& each : this->burst(std::make_shared<tally>())) EXPECT_EQ(p.post(std::move(each)), post_result::accepted);
    paused.resume();
    p.wait_idle();
  }
}

REGISTER_TYPED_TEST_SUITE_P(wake_conformance, a_burst_of_posts_gets_all_resting_workers,
                            a_burst_handed_over_without_a_queue_gets_all_resting_workers, a_bulk_post_gets_all_resting_workers,
                            the_end_of_a_pause_gets_all_resting_workers);

}  // namespace weir::tests

#endif
