// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_CHECKED_SMALL_PROGRAM_HPP
#define TESTS_INTERACTIONS_CHECKED_SMALL_PROGRAM_HPP

#include "tests/interactions/pairs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

// Programs that the model checker can run: two calls at the same time, while a third thread brings the pool to a moment and lets it go on.

namespace weir::interactions::checked {

/// One pool type of small_kinds.hpp: its name, and what it is made of.
struct small_kind {
  const char* text;
  feature_set has;
};

namespace made_of {
using enum feature;
inline constexpr std::array kinds{
    small_kind{"pool<unbounded>", having(threads, unbounded, wait, on_demand, never)},
    small_kind{"pool<bounded<1>, prestart>", having(threads, bounded, wait, prestart, never)},
    small_kind{"pool<none, after_idle>", having(threads, hand_over, wait, on_demand, after_idle)},
    small_kind{"pool<bounded<1>, caller_runs, after_age>", having(threads, bounded, caller_runs, on_demand, after_age)},
    small_kind{"pool<bounded<1>, discard_oldest, on_backlog<2>>", having(threads, bounded, discard_oldest, on_backlog, never)},
    small_kind{"light_pool<unbounded>", having(light, unbounded, wait, on_demand, never)},
    small_kind{"light_pool<none>", having(light, hand_over, wait, on_demand, never)},
};
}  // namespace made_of
using made_of::kinds;

enum class small_body : std::uint8_t { ends_at_once, holds, coroutine_yields, coroutine_receives };
inline constexpr std::array small_body_names{"ends at once", "holds its thread until the moment is over", "is a coroutine that yields",
                                             "is a coroutine that receives from a channel"};

struct small_step {
  operation what = operation::post;
  caller who = caller::outside;
  small_body does = small_body::ends_at_once;
  std::uint8_t n = 0;  ///< what else there is to choose
};

struct small_program {
  static constexpr std::size_t calls = 2;

  std::uint8_t kind = 0;
  std::uint8_t capacity = 1;
  std::uint8_t carriers = 1;
  fault wrong = fault::none;
  std::uint8_t when_wrong = 0;
  moment when = moment::open;
  std::array<small_step, calls> steps{};

  [[nodiscard]] feature_set features() const { return kinds[kind].has | having(capacity == 1 ? feature::one : feature::two); }
};

/// Why the checker does not run it; nullptr: it can.
[[nodiscard]] constexpr reason reason_against_checking(operation o) {
  using enum operation;
  if (o == go) return "weir::go has one pool, of native threads";
  if (o == registry) return "a registry keeps its pools in a std::shared_ptr, into which the checker does not see";
  if (o == post_every || o == post_after)
    return "its sleep is called off through a std::stop_token, into which the checker does not see; sleep is called";
  if (o == async_mutex) return "it is an async_semaphore of one permit, which is called";
  if (o == post_until) return "post_for with another way to say how long";
  if (o == submit_until) return "submit, and a post with a deadline, which are called";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against_checking(caller c) {
  return c == caller::other_task || c == caller::other_coroutine ? "a second pool is more threads than a model check is quick with"
                                                                 : nullptr;
}
[[nodiscard]] constexpr reason reason_against_checking(fault f) {
  if (f == fault::allocation_fails) return "the checker refuses threads, not memory";
  if (f == fault::task_ends_thread || f == fault::hook_ends_thread)
    return "a checked thread is a fiber, which pthread_exit would unwind with its host";
  if (f == fault::move_throws) return "each type of callable is all of the pool once more, and this is about one thread";
  return nullptr;
}
[[nodiscard]] constexpr reason reason_against_checking(feature f) {
  for (const small_kind& k : kinds)
    if (has(k.has, f)) return nullptr;
  return f == feature::one || f == feature::two
             ? nullptr
             : "no pool of the checker's list has it; verify/pool has scenarios of all pairs of policies";
}
[[nodiscard]] constexpr reason reason_against_checking(moment) { return nullptr; }

/// Why the two cannot meet in these programs.
[[nodiscard]] reason reason_against_checking(const pair& p);

/// The program with that number, which has a pair of the table meet, if it can. Allocates nothing.
[[nodiscard]] small_program draw(std::uint64_t number);
[[nodiscard]] std::string text(const small_program& p);

}  // namespace weir::interactions::checked

#endif
