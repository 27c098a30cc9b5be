// SPDX-License-Identifier: Apache-2.0
#include <weir/engine/coroutine/timer_wheel.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using wheel = engine::timer_wheel<platform::native>;
using instant = wheel::time_point;
using std::chrono::nanoseconds;

constexpr nanoseconds tick(65536);
constexpr instant start(123456789s);
constexpr int calls_in_vain = 7;  // at most, between two timers

static_assert(sizeof(wheel::timer) <= 24);
static_assert(sizeof(wheel) <= 4200);

/// Calls pop_due() at the times that next_due() names until it finds one; null if it takes more calls than are promised.
wheel::timer* pop_next(wheel& w, instant& now) {
  for (int calls = 0; calls <= calls_in_vain; ++calls) {
    now = std::max(now, w.next_due());
    if (auto* t = w.pop_due(now)) return t;
  }
  return nullptr;
}

TEST(timer_wheel, is_never_early_and_at_most_one_tick_late) {
  for (const nanoseconds offset : {0ns, 1ns, tick - 1ns, 64 * tick - 1ns, 4095 * tick})
    for (nanoseconds sleep = 1ns; sleep < 90 * 365 * 24h; sleep = sleep * 3 + 1ns) {
      wheel w;
      wheel::timer t;
      instant now = start + offset;
      const instant due = now + sleep;
      w.insert(t, due, now);
      EXPECT_TRUE(t.armed());
      EXPECT_EQ(w.pop_due(due - 1ns), nullptr);
      ASSERT_EQ(pop_next(w, now), &t);
      EXPECT_FALSE(t.armed());
      EXPECT_GE(now, due);
      EXPECT_LT(now, due + tick);
    }
}

TEST(timer_wheel, pops_what_is_past_at_once) {
  wheel w;
  std::array<wheel::timer, 4> t;
  w.insert(t[0], start, start);
  w.insert(t[1], start - 1ns, start);
  w.insert(t[2], instant::min(), start);
  w.insert(t[3], start - 24h, start);
  for (auto& each : t) EXPECT_EQ(w.pop_due(start), &each);
  EXPECT_EQ(w.pop_due(start), nullptr);
}

TEST(timer_wheel, keeps_the_order_of_coming_within_a_tick) {
  wheel w;
  std::array<wheel::timer, 6> t;
  const instant due = start + 1h;
  std::size_t n = 0;
  for (const auto before : {3600s, 900s, 10s, 1s}) {
    EXPECT_EQ(w.pop_due(due - before), nullptr);
    w.insert(t[n++], due, due - before);
  }
  for (const auto before : {1ms, 0ms}) w.insert(t[n++], due, due - before - 2 * tick);
  for (auto& each : t) EXPECT_EQ(w.pop_due(due + tick), &each) << "the " << &each - t.data() << "th";
}

TEST(timer_wheel, forgets_what_was_removed) {
  wheel w;
  std::array<wheel::timer, 3> t;
  for (auto& each : t) w.insert(each, start + 10ms, start);
  EXPECT_EQ(w.size(), 3u);
  w.remove(t[0]);
  w.remove(t[2]);
  EXPECT_FALSE(t[0].armed());
  EXPECT_EQ(w.size(), 1u);
  EXPECT_EQ(w.pop_due(start + 1s), &t[1]);
  EXPECT_EQ(w.next_due(), instant::max());
  w.insert(t[0], start + 2s, start + 1s);
  w.remove(t[0]);
  EXPECT_TRUE(w.empty());
  EXPECT_EQ(w.next_due(), instant::max());
  EXPECT_EQ(w.pop_due(start + 1h), nullptr);
}

// The slot of 64 ticks in which it lies begins with the tick that has just ended.
TEST(timer_wheel, forgets_what_was_removed_when_its_slot_has_just_begun) {
  wheel w;
  std::array<wheel::timer, 2> t;
  const instant slot(start.time_since_epoch() / (64 * tick) * (64 * tick));
  w.insert(t[0], slot + 5 * tick, slot - 10 * tick);
  w.insert(t[1], slot + 3 * tick, slot + tick - 1ns);
  w.remove(t[0]);
  EXPECT_EQ(w.pop_due(slot + 10 * tick), &t[1]);
  ASSERT_TRUE(w.empty());
  EXPECT_EQ(w.pop_due(slot + 10 * tick), nullptr);
}

TEST(timer_wheel, reaches_from_the_beginning_of_time_to_its_end) {
  wheel w;
  std::array<wheel::timer, 3> t;
  w.insert(t[0], instant::max(), instant::min());
  w.insert(t[1], instant(0ns), instant::min());
  w.insert(t[2], instant(-1h), instant::min());
  instant now = instant::min();
  EXPECT_EQ(pop_next(w, now), &t[2]);
  EXPECT_TRUE(now >= instant(-1h) && now < instant(-1h) + tick);
  EXPECT_EQ(pop_next(w, now), &t[1]);
  EXPECT_TRUE(now >= instant(0ns) && now < instant(tick));
  EXPECT_EQ(w.next_due(), instant::max());
  EXPECT_EQ(w.pop_due(instant::max() - 1ns), nullptr);
  EXPECT_EQ(w.pop_due(instant::max()), &t[0]);
}

// The wheel's own time is long past then, and the timer may not lie higher, and be moved more often, for that.
TEST(timer_wheel, does_not_mind_years_without_calls) {
  wheel w;
  std::array<wheel::timer, 3> t;
  w.insert(t[0], instant::max(), start);
  const instant now = start + 24h * 10000;
  w.insert(t[1], now + 20 * tick, now);
  w.insert(t[2], now + 20 * tick, now);
  EXPECT_GT(w.next_due(), now) << "there is nothing to do yet";
  EXPECT_EQ(w.pop_due(now + 21 * tick), &t[1]);
}

TEST(timer_wheel, knows_which_timers_of_the_tick_come_next) {
  wheel w;
  std::array<wheel::timer, 4> t;
  for (std::size_t n = 0; n != 3; ++n) w.insert(t[n], start + 10ms, start);
  w.insert(t[3], start + 10ms + 64 * tick, start);
  ASSERT_EQ(w.pop_due(start + 10ms + tick), &t[0]);
  ASSERT_EQ(w.soon(), &t[1]);
  EXPECT_EQ(wheel::after(t[1]), &t[2]);
  EXPECT_EQ(w.pop_due(start + 10ms + tick), &t[1]);
  EXPECT_EQ(w.pop_due(start + 10ms + tick), &t[2]);
  EXPECT_EQ(w.soon(), nullptr) << "the next one is of another tick";
}

TEST(timer_wheel, calls_nobody_for_a_lone_timer_before_its_time) {
  wheel w;
  wheel::timer t;
  w.insert(t, start + 1h, start);
  EXPECT_GE(w.next_due(), start + 1h);
  EXPECT_EQ(w.pop_due(w.next_due()), &t);
}

TEST(timer_wheel, bears_a_clock_that_goes_back) {
  wheel w;
  std::array<wheel::timer, 3> t;
  w.insert(t[0], start + 10ms, start);
  EXPECT_EQ(w.pop_due(start + 5ms), nullptr);
  EXPECT_EQ(w.pop_due(start + 4ms), nullptr);
  w.insert(t[1], start + 4ms, start + 3ms);
  w.insert(t[2], start + 2ms, start + 3ms);
  EXPECT_EQ(w.pop_due(start + 6ms), &t[1]);
  EXPECT_EQ(w.pop_due(start + 6ms), &t[2]);
  EXPECT_EQ(w.pop_due(start + 6ms), nullptr);
  EXPECT_EQ(w.pop_due(start + 10ms + tick), &t[0]);
}

/// The wheel, and beside it a plain map from ticks to timers, which keeps equal ones in the order of their coming.
class wheel_and_model {
 public:
  void arm(std::size_t n, instant due) {
    if (timers_[n].armed()) return;
    wheel_.insert(timers_[n], due, now_);
    due_[n] = due;
    model_.emplace(due <= now_ ? last_ended() : tick_of(due), n);
    check();
  }
  void disarm(std::size_t n) {
    if (!timers_[n].armed()) return;
    wheel_.remove(timers_[n]);
    std::erase_if(model_, [n](const auto& entry) { return entry.second == n; });
    check();
  }
  void advance(nanoseconds by) { now_ = platform::no_later_than(now_, by); }
  void advance_to_next_due() { now_ = std::max(now_, wheel_.next_due()); }
  /// Answers whether there was one.
  bool pop() {
    wheel::timer* const t = wheel_.pop_due(now_);
    if (model_.empty() || model_.begin()->first > last_ended()) {
      RC_ASSERT(t == nullptr);
      RC_ASSERT(model_.empty() || wheel_.next_due() > now_);
      return false;
    }
    const std::size_t n = model_.begin()->second;
    RC_ASSERT(t == &timers_[n]);
    RC_ASSERT(!t->armed());
    RC_ASSERT(due_[n] <= now_);
    model_.erase(model_.begin());
    check();
    return true;
  }
  void run_out() {
    for (int in_vain = 0; !model_.empty();) {
      advance_to_next_due();
      in_vain = pop() ? 0 : in_vain + 1;
      RC_ASSERT(in_vain <= calls_in_vain);
    }
  }
  [[nodiscard]] instant now() const { return now_; }

 private:
  static std::int64_t tick_of(instant at) { return at.time_since_epoch() / tick; }
  [[nodiscard]] std::int64_t last_ended() const { return tick_of(now_ - (tick - 1ns)); }
  void check() const {
    RC_ASSERT(wheel_.size() == model_.size());
    RC_ASSERT(wheel_.empty() == model_.empty());
    if (model_.empty())
      RC_ASSERT(wheel_.next_due() == instant::max());
    else
      RC_ASSERT(tick_of(wheel_.next_due()) <= model_.begin()->first);
  }

  wheel wheel_;
  std::array<wheel::timer, 8> timers_;
  std::array<instant, 8> due_{};
  std::multimap<std::int64_t, std::size_t> model_;
  instant now_ = start;
};

/// A multiple of a slot's width at some level, or a nanosecond beside it: what happens at the edges happens often.
rc::Gen<nanoseconds> durations() {
  const auto widths = rc::gen::element<std::int64_t>(1, tick / 1ns, tick / 64ns, 64 * tick / 1ns, 4096 * tick / 1ns, std::int64_t{1} << 34,
                                                     std::int64_t{1} << 40, std::int64_t{1} << 52);
  return rc::gen::map(rc::gen::tuple(widths, rc::gen::inRange(0, 130), rc::gen::inRange(-1, 2)),
                      [](const auto& d) { return nanoseconds(std::get<0>(d) * std::get<1>(d) + std::get<2>(d)); });
}

TEST(timer_wheel, behaves_like_a_map) {
  EXPECT_TRUE(rc::check("every timer is popped on its tick, in the order of ticks and of coming", [] {
    using step = std::tuple<char, std::size_t, nanoseconds>;
    const auto what = rc::gen::element('+', '+', '+', '!', '-', '1', '1', '>', '>', '.');
    const auto script = *rc::gen::container<std::vector<step>>(rc::gen::tuple(what, rc::gen::inRange<std::size_t>(0, 8), durations()));
    wheel_and_model both;
    for (const auto& [action, timer, length] : script) {
      switch (action) {
        case '+': both.arm(timer, platform::no_later_than(both.now(), length)); break;
        case '!': both.arm(timer, instant::max()); break;
        case '-': both.disarm(timer); break;
        case '1': both.pop(); break;
        case '>': both.advance_to_next_due(); break;
        default: both.advance(std::max(length, 0ns));
      }
    }
    both.run_out();
  }));
}

}  // namespace
}  // namespace weir::tests
