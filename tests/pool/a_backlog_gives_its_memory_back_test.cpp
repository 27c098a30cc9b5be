// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>

namespace weir::tests {
namespace {

#if defined(__linux__)

/// Without the pages of the program's file, which come and go by other rules.
double resident_megabytes() {
  std::ifstream status("/proc/self/status");
  double kilobytes = 0;
  for (std::string word; kilobytes == 0 && status >> word;)
    if (word == "RssAnon:") status >> kilobytes;
  return kilobytes / 1e3;
}

template <class Pool>
class a_backlog : public testing::Test {};
using pools = testing::Types<thread_pool, pool<queue::priority<2>>, pool<queue::stealing>, light_pool<>>;
TYPED_TEST_SUITE(a_backlog, pools);

/// A million tasks take 64 MB. The worker gives the memory back when it has found nothing more, an instant that no call reports.
TYPED_TEST(a_backlog, gives_its_memory_back) {
  TypeParam p({.capacity = 1, .carriers = 1});
  const double before = resident_megabytes();
  for (int lap = 0; lap < 2; ++lap) {
    hold held;
    held.occupy(p);
    for (int n = 0; n < 1'000'000; ++n)
      ASSERT_EQ(p.post([captures = std::array<char, 40>{}] { static_cast<void>(captures); }), post_result::accepted);
    EXPECT_GT(resident_megabytes(), 60);
    held.release();
    p.wait_idle();
    EXPECT_TRUE(eventually([&] { return resident_megabytes() < before + 10; })) << "lap " << lap << ": " << resident_megabytes() - before;
  }
}

#endif

}  // namespace
}  // namespace weir::tests
