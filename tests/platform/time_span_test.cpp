// SPDX-License-Identifier: Apache-2.0
#include <weir/options.hpp>
#include <weir/platform/time_span.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <type_traits>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using platform::time_span;
using std::chrono::nanoseconds;

template <class Rep, class Period = std::ratio<1>>
using of = std::chrono::duration<Rep, Period>;

TEST(a_time_span, is_any_duration) {
  EXPECT_EQ(time_span(3h), 10'800s);
  EXPECT_EQ(time_span(-3h), -10'800s);
  EXPECT_EQ(time_span(0.5s), 500ms);
  EXPECT_EQ(time_span(of<double>(-0.25)), -250ms);
  EXPECT_EQ(time_span(of<float>(1.5F)), 1500ms);
  EXPECT_EQ(time_span(of<std::uint8_t, std::milli>(200)), 200ms);
  EXPECT_EQ(time_span(of<int, std::ratio<1, 60>>(90)), 1500ms);
  EXPECT_EQ(time_span(std::chrono::hours(2'562'047)), std::chrono::hours(2'562'047)) << "the longest that can be counted";
  EXPECT_EQ(time_span(std::chrono::hours(-2'562'047)), std::chrono::hours(-2'562'047));
  EXPECT_EQ(time_span(nanoseconds::max() - 1ns), nanoseconds::max() - 1ns);
  EXPECT_EQ(time_span(), 0ns);
}

template <class D>
void expect_its_ends_saturate() {
  EXPECT_EQ(time_span(D::max()), nanoseconds::max());
  if constexpr (std::is_signed_v<typename D::rep>)
    EXPECT_EQ(time_span(D::min()), nanoseconds::min());
  else
    EXPECT_EQ(time_span(D::min()), 0ns);
}

TEST(a_time_span, saturates) {
  expect_its_ends_saturate<std::chrono::hours>();
  expect_its_ends_saturate<of<std::int64_t, std::ratio<3600>>>();
  expect_its_ends_saturate<of<std::uint64_t, std::ratio<3600>>>();
  expect_its_ends_saturate<std::chrono::minutes>();
  expect_its_ends_saturate<std::chrono::seconds>();
  expect_its_ends_saturate<std::chrono::milliseconds>();
  expect_its_ends_saturate<std::chrono::microseconds>();
  expect_its_ends_saturate<nanoseconds>();
  expect_its_ends_saturate<of<std::uint64_t, std::nano>>();
  expect_its_ends_saturate<of<std::int64_t, std::ratio<1, 60>>>();
  expect_its_ends_saturate<of<std::int64_t, std::ratio<std::numeric_limits<std::int64_t>::max() / 1'000'000'000>>>();
  expect_its_ends_saturate<of<float>>();
  expect_its_ends_saturate<of<double, std::nano>>();
  expect_its_ends_saturate<of<long double>>();
  EXPECT_EQ(time_span(std::chrono::hours(24 * 365 * 300)), nanoseconds::max());
  EXPECT_EQ(time_span(std::chrono::hours(-24 * 365 * 300)), nanoseconds::min());
  EXPECT_EQ(time_span(of<double>(std::numeric_limits<double>::infinity())), nanoseconds::max());
  EXPECT_EQ(time_span(of<double>(-std::numeric_limits<double>::infinity())), nanoseconds::min());
  EXPECT_EQ(time_span(of<double, std::nano>(0x1p63)), nanoseconds::max());
  EXPECT_EQ(time_span(of<double, std::nano>(-0x1p63)), nanoseconds::min());
}

TEST(a_time_span, keeps_the_last_steps_before_its_ends) {
  using sixtieths = of<std::int64_t, std::ratio<1, 60>>;
  constexpr std::int64_t last = 553'402'322'211;  // * 50'000'000 / 3 is the last below 2^63
  EXPECT_EQ(time_span(sixtieths(last)), nanoseconds(9'223'372'036'850'000'000));
  EXPECT_EQ(time_span(sixtieths(last + 1)), nanoseconds::max());
  EXPECT_EQ(time_span(sixtieths(-last)), nanoseconds(-9'223'372'036'850'000'000));
  EXPECT_EQ(time_span(sixtieths(-last - 1)), nanoseconds::min());
  using eighths_of_seven = of<std::uint64_t, std::ratio<7, 8'000'000'000>>;  // the largest number is a multiple of 7
  constexpr std::uint64_t all = std::uint64_t{8} * (std::numeric_limits<std::int64_t>::max() / 7);
  EXPECT_EQ(time_span(eighths_of_seven(all)), nanoseconds::max());
  EXPECT_EQ(time_span(eighths_of_seven(all + 1)), nanoseconds::max()) << "the next one is 1 ns later, rounded up";
}

TEST(a_time_span, takes_units_whose_nanoseconds_no_integer_holds) {
  EXPECT_EQ(time_span(of<int, std::tera>(1)), nanoseconds::max());
  EXPECT_EQ(time_span(of<std::int64_t, std::exa>(-1)), nanoseconds::min());
  EXPECT_EQ(time_span(of<unsigned, std::exa>(0)), 0ns);
  EXPECT_EQ(time_span(of<double, std::tera>(1e-12)), 1s);
  EXPECT_EQ(time_span(of<double, std::ratio<std::intmax_t{1} << 62, 3>>(0.0)), 0ns);
}

TEST(a_time_span, counts_a_nan_as_zero) {
  EXPECT_EQ(time_span(of<double>(std::numeric_limits<double>::quiet_NaN())), 0ns);
  EXPECT_EQ(time_span(of<float>(std::numeric_limits<float>::quiet_NaN())), 0ns);
}

TEST(a_time_span, rounds_a_fraction_up) {
  EXPECT_EQ(time_span(of<std::int64_t, std::pico>(1)), 1ns);
  EXPECT_EQ(time_span(of<std::int64_t, std::pico>(2000)), 2ns);
  EXPECT_EQ(time_span(of<std::int64_t, std::pico>(2001)), 3ns);
  EXPECT_EQ(time_span(of<std::int64_t, std::pico>(-2001)), -2ns);
  EXPECT_EQ(time_span(of<std::int64_t, std::ratio<1, 60>>(-1)), -16'666'666ns);
  EXPECT_EQ(time_span(of<std::int64_t, std::pico>::max()), nanoseconds(std::numeric_limits<std::int64_t>::max() / 1000 + 1));
  EXPECT_EQ(time_span(of<double, std::nano>(0.25)), 1ns);
  EXPECT_EQ(time_span(of<double, std::nano>(-0.25)), 0ns);
  EXPECT_EQ(time_span(0.07s), 70ms) << "no more than asked, where the number is not exact";
}

TEST(a_time_span, is_what_options_keep) {
  options o{.idle_after = std::chrono::hours::max(), .max_age = 0.5s};
  EXPECT_EQ(o.idle_after, nanoseconds::max());
  EXPECT_EQ(o.max_age->count(), 500'000'000);
  o.idle_after = 10ms;
  EXPECT_EQ(2 * *o.idle_after + 1ms, 21ms);
  EXPECT_LT(o.idle_after, 1h);
  EXPECT_EQ(std::chrono::duration_cast<std::chrono::milliseconds>(*o.idle_after), 10ms);
  const nanoseconds plain = *o.idle_after;
  EXPECT_EQ(std::max(plain, nanoseconds(1)), 10ms);
}

static_assert(time_span(std::chrono::hours::max()) == nanoseconds::max(), "at compile time too");
static_assert(std::is_trivially_copyable_v<time_span> && sizeof(time_span) == sizeof(nanoseconds));

}  // namespace
}  // namespace weir::tests
