// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_BLOCKING_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_BLOCKING_CONFORMANCE_HPP

#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/conformance/ends.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>
#include <thread>

namespace weir::tests {

/// What holds for every blocking policy, whichever queue was full: no task is lost, and no caller waits that must not.
template <class Policy>
class blocking_conformance : public ends {
 protected:
  blocking_conformance()
      : ends("a submitter waits where the policy says that none may, or discard() does not return or leaves its lock taken") {}

  using on = typename Policy::template on<platform::native>;
};

TYPED_TEST_SUITE_P(blocking_conformance);

TYPED_TEST_P(blocking_conformance, admits_the_first_and_nobody_behind_one_it_refused) {
  EXPECT_EQ(TestFixture::on::admits(0), TestFixture::on::when_full == full_reaction::wait);
  EXPECT_TRUE(rc::check("who is refused at n is refused at more than n", [] {
    const auto n = *rc::gen::arbitrary<std::size_t>();
    const auto more = *rc::gen::inRange<std::size_t>(0, 1000);
    RC_PRE(n + more >= n);
    RC_ASSERT(TestFixture::on::admits(n) || !TestFixture::on::admits(n + more));
  }));
  EXPECT_FALSE(admits_out_of_order<typename TestFixture::on>()) << "also for great numbers of waiting submitters";
}

/// Fills a pool of one worker, then posts from outside and from its own task.
template <class Pool, full_reaction Reaction>
void check_full_pool() {
  const auto runs = std::make_shared<tally>();
  const auto task = [runs] { runs->add(); };
  int accepted = 0;
  const auto fill = [&](Pool& p) {
    while (p.try_post(task) == post_result::accepted) ++accepted;
  };
  const auto dropped = [](Pool& p) { return Reaction == full_reaction::drop_old ? static_cast<int>(p.stats().discarded) : 0; };
  Pool p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  fill(p);
  EXPECT_EQ(p.try_post(task), post_result::full);
  EXPECT_EQ(runs->count(), 0) << "try_post ran a task";
  EXPECT_EQ(p.stats().discarded, 0U) << "try_post dropped a task";

  std::thread submitter([&] {
    if (p.post(task) == post_result::accepted) ++accepted;
  });
  busy.release();
  submitter.join();
  p.wait_idle();
  EXPECT_EQ(runs->count(), accepted - dropped(p)) << "accepted means run, or reported as dropped";

  post_result from_inside{};
  ASSERT_EQ(p.post([&] {
    fill(p);
    from_inside = p.post(task);
  }),
            post_result::accepted);
  p.wait_idle();  // a task that waited for room that it must make itself would hang here
  constexpr bool refuses = Reaction == full_reaction::wait || Reaction == full_reaction::refuse;
  EXPECT_EQ(from_inside, refuses                               ? post_result::full
                         : Reaction == full_reaction::drop_new ? post_result::discarded
                                                               : post_result::accepted);
  EXPECT_EQ(runs->count(), accepted + (from_inside == post_result::accepted ? 1 : 0) - dropped(p));
}

TYPED_TEST_P(blocking_conformance, a_full_queue_loses_nothing_and_never_blocks_a_worker) {
  check_full_pool<pool<queue::bounded<2>, TypeParam, observer::counters, panic::ignore>, TestFixture::on::when_full>();
}

TYPED_TEST_P(blocking_conformance, a_full_pool_without_a_queue_loses_nothing_and_never_blocks_a_worker) {
  if constexpr (TestFixture::on::when_full != full_reaction::drop_old)  // the pair is refused
    check_full_pool<pool<queue::none, TypeParam, observer::counters, panic::ignore>, TestFixture::on::when_full>();
}

TYPED_TEST_P(blocking_conformance, a_closed_pool_answers_closed_even_when_it_is_full) {
  pool<queue::bounded<1>, TypeParam, panic::ignore> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.try_post([] {}), post_result::accepted);
  p.shutdown();
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
  EXPECT_EQ(p.try_post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::closed);
}

REGISTER_TYPED_TEST_SUITE_P(blocking_conformance, admits_the_first_and_nobody_behind_one_it_refused,
                            a_full_queue_loses_nothing_and_never_blocks_a_worker,
                            a_full_pool_without_a_queue_loses_nothing_and_never_blocks_a_worker,
                            a_closed_pool_answers_closed_even_when_it_is_full);

}  // namespace weir::tests

#endif
