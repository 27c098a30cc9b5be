// SPDX-License-Identifier: Apache-2.0
#include <weir/concepts/platform_policy.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/genmc.hpp>
#include <weir/verify/genmc/clients/givers_and_owner.hpp>
#include <weir/verify/genmc/clients/owner_and_thieves.hpp>
#include <weir/verify/genmc/clients/pushers_and_takers.hpp>
#include <weir/verify/genmc/run.hpp>
#include <weir/verify/scenarios/free_segments_are_handed_out_once.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>

#include <gtest/gtest.h>

#include <memory>

// The programs for GenMC, by real threads: they compile, end, and claim nothing that is false.
namespace weir::tests {
namespace {

using verify::genmc;
using namespace verify::clients;
using namespace verify::scenarios;

static_assert(platform_policy<genmc> && explain_platform_policy<genmc>());

template <class... Scenarios>
void end() {
  for (int round = 0; round != 50; ++round) (static_cast<void>(verify::run_under_genmc<Scenarios>()), ...);
}

TEST(GenmcClients, OfQueuesEnd) {
  end<pushers_and_takers<genmc, queue::bounded<2>, 1, 2, 2, 2>, pushers_and_takers<genmc, queue::unbounded_by<1>, 2, 1, 1, 2>,
      pushers_and_takers<genmc, queue::priority_by<2, 2>, 1, 1, 2, 3>, pushers_and_takers<genmc, queue::mutex_fifo, 2, 2, 1, 2>,
      pushers_and_takers<genmc, queue::spsc<2>, 1, 1, 2, 3>, push_vs_close<queue::unbounded_by<2>, genmc>>();
}

TEST(GenmcClients, OfTheStorageEnd) { end<owner_and_thieves<genmc, 2, 2, 3, 2>, free_segments_are_handed_out_once<genmc>>(); }

TEST(GenmcClients, OfThePermitEnd) {
  end<givers_and_owner<genmc, 1>, givers_and_owner<genmc, 2>, givers_and_owner<genmc, 2, taking::sleeps_at_most>,
      givers_and_owner<genmc, 1, taking::watches>>();
}

TEST(GenmcPlatform, StartsThreadsThatEnd) {
  int made = 0;
  genmc::thread nobody;
  EXPECT_FALSE(nobody.joinable());
  genmc::thread one([number = std::make_unique<int>(7), &made] { made = *number; });
  nobody = std::move(one);
  EXPECT_TRUE(nobody.joinable());
  nobody.join();
  EXPECT_EQ(made, 7);
  EXPECT_FALSE(nobody.joinable());
}

TEST(GenmcPlatform, TimeIsPastEveryDeadline) {
  genmc::mutex mutex;
  genmc::condition_variable bell;
  genmc::unique_lock lock(mutex);
  bell.wait_until(lock, genmc::clock::time_point());
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_GE(genmc::clock::now(), genmc::clock::time_point::max());
}

}  // namespace
}  // namespace weir::tests
