// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include "tests/support/event.hpp"
#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <malloc.h>

#include <chrono>
#include <cstddef>
#include <stop_token>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// What the heap has given out, its own headers included.
std::size_t bytes_in_use() { return mallinfo2().uordblks; }

// Not under a sanitizer, whose heap is another one.
TEST(a_sleeping_worker, takes_few_bytes) {
  if (mallopt(M_ARENA_MAX, 1) != 1 || bytes_in_use() == 0) GTEST_SKIP() << "another heap";  // mallinfo2() knows the first arena only
  constexpr int workers = 10'000;
  light_pool<queue::bounded<16'384>> p({.capacity = workers, .carriers = 1});
  tally asleep;
  std::stop_source first;
  give(p, [&]() -> coroutine<> { co_await sleep_for(1h, first.get_token()); });
  const std::size_t before = bytes_in_use();
  for (int n = 0; n != workers - 1; ++n) {
    give(p, [&asleep]() -> coroutine<> {
      asleep.add();
      co_await sleep_for(100ms);
    });
  }
  ASSERT_TRUE(asleep.reaches(workers - 1));
  const std::size_t each = (bytes_in_use() - before) / static_cast<std::size_t>(workers - 1);
  EXPECT_LE(each, 184U) << "88 its record, which has room for two words of captures, and 96 the frame of the coroutine; clang++ makes that 64";
  first.request_stop();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
