// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

template <class Pool>
using record_of = engine::worker_record<typename Pool::config_type>;
template <class Pool>
constexpr bool shares_no_cache_line = alignof(record_of<Pool>) % platform::cache_line == 0;

// A post that wakes one worker would slow its neighbours down.
TEST(worker_record, of_a_thread_shares_no_cache_line) {
  EXPECT_TRUE(shares_no_cache_line<thread_pool>);
  EXPECT_TRUE(shares_no_cache_line<pool<queue::keyed>>);
  EXPECT_TRUE(shares_no_cache_line<pool<queue::mutex_fifo>>);
}

TEST(worker_record, of_a_light_worker_takes_no_room_for_that) { EXPECT_EQ(alignof(record_of<light_pool<>>), alignof(void*)); }

}  // namespace
}  // namespace weir::tests
