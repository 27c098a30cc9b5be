// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>

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

/// What one more worker takes in a pool of the type, while its coroutine sleeps.
template <class Pool>
std::size_t bytes_of_a_sleeping_worker() {
  constexpr int workers = 10'000;
  Pool p({.capacity = workers, .carriers = 1});
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
  EXPECT_TRUE(asleep.reaches(workers - 1));
  const std::size_t each = (bytes_in_use() - before) / static_cast<std::size_t>(workers - 1);
  first.request_stop();
  p.wait_idle();
  return each;
}

// Not under a sanitizer, whose heap is another one.
TEST(a_sleeping_worker, takes_few_bytes) {
  if (mallopt(M_ARENA_MAX, 1) != 1 || bytes_in_use() == 0) GTEST_SKIP() << "another heap";  // mallinfo2() knows the first arena only
  EXPECT_LE(bytes_of_a_sleeping_worker<light_pool<queue::none>>(), 264U)
      << "168 its record, which has room for a first task and two words of captures, and may stand in the list of uncalled workers; and 96 "
         "the frame of the coroutine; clang++ makes that 64";
  EXPECT_LE(bytes_of_a_sleeping_worker<light_pool<queue::bounded<16'384>>>(), 192U) << "96 its record, which has no room for a task";
}

}  // namespace
}  // namespace weir::tests
