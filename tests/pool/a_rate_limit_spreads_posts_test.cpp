// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/pool.hpp>
#include <weir/rate_limit.hpp>
#include <weir/share.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"
#include "tests/support/manual_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;
using instant = simulated::clock::time_point;

/// When tasks began, in virtual time.
class starts {
 public:
  auto task() {
    return [this] {
      simulated::unique_lock lock(mutex_);
      all_.push_back(simulated::clock::now());
    };
  }
  /// In the order of time. Call when no task is left.
  std::vector<instant> all() {
    std::sort(all_.begin(), all_.end());
    return all_;
  }

 private:
  simulated::mutex mutex_;
  std::vector<instant> all_;
};

constexpr std::chrono::nanoseconds late = 66us;  // by so much a timer may be late

template <class Pool>
void spreads_a_burst() {
  EXPECT_EQ(under_many_schedules([] {
              starts s;
              const instant begin = simulated::clock::now();
              Pool p{{.capacity = 20}};
              rate_limit pace(p, {.tasks = 10, .burst = 3});
              for (int n = 0; n < 8; ++n) simulated::check(pace.post(s.task()) == post_result::accepted, "each is accepted at once");
              p.wait_idle();
              const auto all = s.all();
              simulated::check(all.size() == 8, "each has run");
              for (std::size_t n = 0; n != all.size(); ++n) {
                const auto due = n < 3 ? 0ms : (static_cast<std::int64_t>(n) - 2) * 100ms;
                simulated::check(all[n] - begin >= due, "none is early");
                simulated::check(all[n] - begin <= due + late, "none is late");
              }
            }),
            "");
}
TEST(a_rate_limit, spreads_a_burst) { spreads_a_burst<pool<simulated>>(); }
TEST(a_rate_limit_of_a_light_pool, spreads_a_burst) { spreads_a_burst<light_pool<simulated>>(); }

// Three threads post at odd times: after any task, only so many may have begun within a time.
TEST(a_rate_limit, holds_for_every_span_of_time) {
  EXPECT_EQ(under_many_schedules([] {
              starts s;
              pool<simulated> p{{.capacity = 20}};
              rate_limit pace(p, {.tasks = 7, .per = 1s, .burst = 2});
              const auto submit = [&](std::chrono::nanoseconds pause) {
                for (int n = 0; n < 6; ++n) {
                  simulated::check(pace.post(s.task()) == post_result::accepted, "each is accepted");
                  simulated::sleep_for(pause);
                }
              };
              simulated::thread quick([&] { submit(1ms); });
              simulated::thread slow([&] { submit(313ms); });
              submit(97ms);
              quick.join();
              slow.join();
              p.wait_idle();
              const auto all = s.all();
              simulated::check(all.size() == 18, "each has run");
              constexpr std::chrono::nanoseconds gap = 1s / 7;
              for (std::size_t n = 0; n != all.size(); ++n)
                for (std::size_t m = n + 2; m < all.size(); ++m)
                  simulated::check(all[m] - all[n] >= static_cast<std::int64_t>(m - n - 1) * gap - late,
                                   "no more than the rate and the burst");
            }),
            "");
}

TEST(a_rate_limit, keeps_no_more_turns_than_the_burst) {
  EXPECT_EQ(under_many_schedules([] {
              pool<simulated> p{{.capacity = 1}};
              rate_limit pace(p, {.tasks = 10, .burst = 2});
              simulated::sleep_for(1h);
              simulated::check(pace.try_post([] {}) == post_result::accepted, "the first");
              simulated::check(pace.wait_for_turn() == 0ns, "and a second");
              simulated::check(pace.try_post([] {}) == post_result::accepted, "the second");
              simulated::check(pace.try_post([] {}) == post_result::full, "the third has to wait");
              simulated::check(pace.try_post([] {}) == post_result::full, "and has taken no turn");
              simulated::check(pace.wait_for_turn() == 100ms, "for this long");
              simulated::sleep_for(100ms);
              simulated::check(pace.try_post([] {}) == post_result::accepted, "its turn has come");
              simulated::check(pace.try_post([] {}) == post_result::full, "that was one turn");
            }),
            "");
}

TEST(a_rate_limit, answers_as_the_pool_does) {
  pool<> p{{.capacity = 1}};
  any_pool any = p;
  rate_limit pace(any, {.tasks = 1000, .burst = 1000});
  bool ran = false;
  EXPECT_EQ(pace.post([&ran] { ran = true; }), post_result::accepted);
  p.wait_idle();
  EXPECT_TRUE(ran);
  const std::function<void()> nothing;
  EXPECT_THROW(static_cast<void>(pace.post(nothing)), std::invalid_argument);
  p.shutdown();
  EXPECT_EQ(pace.post([] {}), post_result::closed);
  EXPECT_EQ(pace.try_post([] {}), post_result::closed);
}

TEST(a_rate_limit, has_taken_no_turn_for_an_empty_callable) {
  pool<> p{{.capacity = 1}};
  rate_limit pace(p, {.tasks = 1, .per = 1h});
  const std::function<void()> nothing;
  EXPECT_THROW(static_cast<void>(pace.post(nothing)), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(pace.try_post(nothing)), std::invalid_argument);
  EXPECT_EQ(pace.wait_for_turn(), 0ns);
}

struct before_zero : manual_clock {
  struct clock : manual_clock::clock {
    using time_point = std::chrono::time_point<clock>;
    static time_point now() noexcept { return time_point(manual_clock::clock::now().time_since_epoch() - std::chrono::hours(1'000'000)); }
  };
};

TEST(a_rate_limit, may_have_a_clock_below_zero) {
  struct {
    using platform_type = before_zero;
  } p;
  rate_limit pace(p, {.tasks = 1});
  EXPECT_EQ(pace.wait_for_turn(), 0ns);
}

TEST(a_rate_limit, may_lead_into_a_share) {
  pool<> p{{.capacity = 2}};
  share part(p, {.capacity = 1});
  rate_limit pace(p, {.tasks = 10'000});
  int ran = 0;
  for (int n = 0; n < 10; ++n) {
    EXPECT_EQ(pace.post([&] { EXPECT_EQ(part.post([&ran] { ++ran; }), post_result::accepted); }), post_result::accepted);
  }
  p.wait_idle();
  part.wait_idle();
  EXPECT_EQ(ran, 10);
}

TEST(a_rate_limit, wants_positive_numbers) {
  pool<> p{{.capacity = 1}};
  EXPECT_THROW(rate_limit(p, {.tasks = 0}), std::invalid_argument);
  EXPECT_THROW(rate_limit(p, {.tasks = 1, .per = 0s}), std::invalid_argument);
  EXPECT_THROW(rate_limit(p, {.tasks = 1, .per = -1s}), std::invalid_argument);
  EXPECT_THROW(rate_limit(p, {.tasks = 1, .burst = 0}), std::invalid_argument);
}

TEST(a_rate_limit, takes_numbers_beyond_the_clocks_range) {
  pool<> p{{.capacity = 1}};
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  rate_limit free(p, {.tasks = most, .burst = most});
  for (int n = 0; n < 100; ++n) EXPECT_EQ(free.try_post([] {}), post_result::accepted);
  rate_limit once(p, {.tasks = 1, .per = std::chrono::hours::max()});
  EXPECT_EQ(once.try_post([] {}), post_result::accepted);
  EXPECT_EQ(once.try_post([] {}), post_result::full);
  EXPECT_GT(once.wait_for_turn(), std::chrono::hours(24));
}

}  // namespace
}  // namespace weir::tests
