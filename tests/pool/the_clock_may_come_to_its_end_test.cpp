// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/timers.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"

#include <gtest/gtest.h>

#include <chrono>

// What is added to an instant near the end of time stops there.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;
using clock = simulated::clock;

/// Has virtual time pass until so much is left of it.
void leave(std::chrono::nanoseconds d) { simulated::sleep_for(clock::time_point::max() - clock::now() - d); }

TEST(the_end_of_the_clock, is_passed_by_no_wait) {
  EXPECT_EQ(under_many_schedules([] {
              leave(1h);
              pool<queue::bounded<1>, simulated> p{{.capacity = 1, .idle_after = 2h, .max_age = 2h}};
              const auto a_minute = [] { simulated::sleep_for(1min); };
              auto result = p.submit(a_minute);
              simulated::sleep_for(1s);  // until a worker has it
              static_cast<void>(p.post(a_minute));
              simulated::check(p.post_for(2h, a_minute) == post_result::accepted, "post_for");
              simulated::check(result.wait_for(2h), "the outcome comes");
              simulated::check(p.wait_idle_for(2h), "idle in the end");
            }),
            "");
}

TEST(the_end_of_the_clock, is_passed_by_no_repetition) {
  EXPECT_EQ(under_many_schedules([] {
              leave(1h);
              pool<simulated> p{{.capacity = 1}};
              int called = 0;
              auto r = post_every(p, 25min, [&] {
                ++called;
                leave(1min);
              });
              leave(1s);
              r.stop();
              simulated::check(called == 1, "the second call would come after the end");
            }),
            "");
}

TEST(the_end_of_the_clock, is_passed_by_no_patience) {
  EXPECT_EQ(under_many_schedules([] {
              pool<queue::bounded<4>, simulated> p{{.capacity = 1}};
              static_cast<void>(p.post([] { leave(10us); }));
              leave(50us);
              for (int n = 0; n != 5; ++n) simulated::check(p.post([] {}) == post_result::accepted, "there is room in the end");
            }),
            "");
}

}  // namespace
}  // namespace weir::tests
