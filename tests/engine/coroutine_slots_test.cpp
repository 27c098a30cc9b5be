// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/pool/coroutine_slots.hpp>
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

#include <array>

namespace weir::tests {
namespace {

using C = thread_pool::config_type;
using spares = engine::coroutine_slots<C>::spares;

class coroutine_slots : public testing::Test {
 protected:
  engine::ready_queue<C::platform> home;
  engine::coroutine_slots<C> all;

  void use_and_return(unsigned many) {
    for (unsigned n = 0; n != many; ++n) kept[n] = &all.attach(home);
    for (unsigned n = 0; n != many; ++n) all.detach(*kept[n]);
  }

  std::array<engine::coroutine_slot<C>*, 3 * spares::batch> kept;
};

TEST_F(coroutine_slots, lends_a_worker_a_batch_of_those_that_were_in_use) {
  spares of;
  all.lend(of);
  EXPECT_EQ(of.count(), 0U);
  use_and_return(3 * spares::batch);
  all.lend(of);
  EXPECT_EQ(of.count(), spares::batch);
  EXPECT_EQ(all.count(), spares::batch);
  EXPECT_TRUE(all.any());
}

TEST_F(coroutine_slots, lends_what_there_is_if_that_is_less_than_a_batch) {
  spares of;
  use_and_return(3);
  all.lend(of);
  EXPECT_EQ(of.count(), 3U);
}

TEST_F(coroutine_slots, takes_back_all_but_some) {
  spares of;
  use_and_return(spares::batch);
  all.lend(of);
  all.take_back(of, 3);
  EXPECT_EQ(of.count(), 3U);
  EXPECT_EQ(all.count(), 3U);
  all.take_back(of, 0);
  EXPECT_FALSE(all.any());
  EXPECT_TRUE(all.ever_used());
}

TEST(ready_coroutines, count_the_turns_of_threads_without_spare_slots) {
  using ready = engine::ready_coroutines<C::platform>;
  ready all(2);
  spares of;
  {
    const ready::turn on_a_worker(all, &of);
    EXPECT_EQ(all.running_or_ready(), 0U);
    EXPECT_EQ(of.not_suspended(), 1U);
    const ready::turn on_a_caller(all, nullptr);
    EXPECT_EQ(all.running_or_ready(), 1U);
  }
  EXPECT_EQ(all.running_or_ready(), 0U);
  EXPECT_EQ(of.not_suspended(), 0U);
}

TEST_F(coroutine_slots, are_used_again) {
  use_and_return(1);
  EXPECT_EQ(&all.attach(home), kept[0]);
  EXPECT_NE(&all.attach(home), kept[0]);
  EXPECT_EQ(all.count(), 2U);
}

}  // namespace
}  // namespace weir::tests
