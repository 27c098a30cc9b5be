// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_TIME_HPP
#define WEIR_VERIFY_CHECK_TIME_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/notes.hpp>

#include <time.h>

#include <algorithm>
#include <cstdint>

// Virtual time. It goes on by a microsecond a step, and to the deadline of a wait that expires.

namespace weir::verify::checked {

/// What a clock says at the beginning of an execution, in nanoseconds.
inline std::int64_t beginning_of(clockid_t clock) {
  constexpr std::int64_t second = 1'000'000'000;
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? 1'700'000'000 * second : 100'000 * second;
}

inline std::int64_t nanoseconds(const timespec& t) {
  constexpr std::int64_t most = 9'000'000'000;
  return std::clamp<std::int64_t>(t.tv_sec, 0, most) * 1'000'000'000 + t.tv_nsec;
}

/// The C library refuses such a time with EINVAL, which hardly any program looks at: a loop that waits never does.
inline void must_be_a_time(const timespec* t) {
  if (t == nullptr || (t->tv_nsec >= 0 && t->tv_nsec < 1'000'000'000)) return;
  the_execution->fail(failure::kind::misuse, 0, "a thread waits with a tv_nsec of %ld", t->tv_nsec);
}

/// An absolute time of a clock, as a deadline of this execution.
inline std::int64_t deadline_at(clockid_t clock, const timespec* t) {
  must_be_a_time(t);
  return t == nullptr ? strand::never : std::max<std::int64_t>(nanoseconds(*t) - beginning_of(clock), 0);
}
inline std::int64_t deadline_after(execution& e, const timespec* t) {
  must_be_a_time(t);
  if (t == nullptr) return strand::never;
  return e.now > strand::never - 1 - nanoseconds(*t) ? strand::never - 1 : e.now + nanoseconds(*t);
}

/// A reading of a clock. A program that reads it again and again waits for it, so time goes on faster.
inline timespec read_clock(execution& e, clockid_t clock) {
  const std::uint32_t eager = std::min<std::uint32_t>(e.clock_readings++ / 32, 20);
  e.now += std::int64_t{100} << eager;
  const std::int64_t n = beginning_of(clock) + e.now;
  return {n / 1'000'000'000, n % 1'000'000'000};
}

/// The time since the execution began.
inline std::int64_t spent(execution& e) {
  read_clock(e, CLOCK_MONOTONIC);
  return e.now;
}

inline void sleep_until(execution& e, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(nullptr, deadline <= e.now);  // a sleep of no time is a yield
  note(e, deed::wait, "", 0, pc, "sleeps");
  e.did(40);
  if (deadline > e.now) e.block(deadline);
  e.clock_readings = 0;
}

}  // namespace weir::verify::checked

#endif
