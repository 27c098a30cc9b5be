// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_TIME_SPAN_HPP
#define WEIR_PLATFORM_TIME_SPAN_HPP

#include <weir/platform/durations.hpp>

#include <cstdint>
#include <numeric>
#include <ratio>
#include <type_traits>
#include <utility>

namespace weir::platform {

/// A std::chrono::nanoseconds that any std::chrono::duration converts to without overflow. Weir's calls and options take it, so that
/// `10ms`, `0.5s`, `std::chrono::hours::max()` and `duration<double>` all work.
///
/// Values beyond 292 years become nanoseconds::max() or nanoseconds::min(). A fraction of a nanosecond is rounded up, so that no
/// wait ends early. A NaN counts as zero. A time_span converts to nanoseconds.
class time_span : public std::chrono::nanoseconds {
 public:
  constexpr time_span() noexcept : std::chrono::nanoseconds(0) {}
  template <class Rep, class Period>
  constexpr time_span(const std::chrono::duration<Rep, Period>& d) noexcept : std::chrono::nanoseconds(count_of(d)) {}

 private:
  static constexpr rep most = std::chrono::nanoseconds::max().count();
  static constexpr rep least = std::chrono::nanoseconds::min().count();

  template <class Rep, class Period>
  static constexpr rep count_of(const std::chrono::duration<Rep, Period>& d) noexcept {
    constexpr std::intmax_t shared = std::gcd(std::nano::den, Period::den);
    constexpr std::intmax_t factor = std::nano::den / shared;
    constexpr std::intmax_t den = Period::den / shared;
    if constexpr (std::is_integral_v<Rep> && Period::num <= most / den / factor)
      return of_whole<std::ratio<Period::num * factor, den>>(d.count());
    else
      return of_real(d.count(), Period::num, factor, den);
  }

  template <class Scale, class Rep>
  static constexpr rep of_whole(Rep count) noexcept {
    using wide = std::conditional_t<std::is_signed_v<Rep>, std::intmax_t, std::uintmax_t>;
    const wide whole = static_cast<wide>(count) / static_cast<wide>(Scale::den);
    if (std::cmp_greater(whole, most / Scale::num)) return most;
    if (std::cmp_less(whole, -(most / Scale::num))) return least;
    const rep sum = static_cast<rep>(whole) * Scale::num;
    const rep rest = static_cast<rep>(static_cast<wide>(count) % static_cast<wide>(Scale::den)) * Scale::num;
    const rep part = rest / Scale::den + (rest % Scale::den > 0 ? 1 : 0);
    if (part > 0 && sum > most - part) return most;
    if (part < 0 && sum < least - part) return least;
    return sum + part;
  }

  /// `count * num * factor / den`; no integer type need hold `num * factor`.
  template <class Rep>
  static constexpr rep of_real(const Rep& count, std::intmax_t num, std::intmax_t factor, std::intmax_t den) noexcept {
    using real = std::conditional_t<std::is_same_v<Rep, long double>, long double, double>;
    constexpr real beyond = 0x1p63;
    const real exact = static_cast<real>(count) * (static_cast<real>(num) * static_cast<real>(factor)) / static_cast<real>(den);
    if (exact != exact) return 0;
    if (exact >= beyond) return most;
    if (exact <= -beyond) return least;
    const rep whole = static_cast<rep>(exact);
    return static_cast<real>(whole) < exact ? whole + 1 : whole;
  }
};

}  // namespace weir::platform

#endif
