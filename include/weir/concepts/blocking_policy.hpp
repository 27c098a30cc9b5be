// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_BLOCKING_POLICY_HPP
#define WEIR_CONCEPTS_BLOCKING_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/concepts/sample.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace weir {

/// What the pool does with a task that it has no room for.
enum class full_reaction : unsigned char {
  wait,      ///< the submitter waits for room, if `admits(number of waiting submitters)`
  refuse,    ///< the post answers `full`
  run_here,  ///< the submitter runs the task itself
  drop_new,  ///< the task is dropped
  drop_old,  ///< the task at the front of the queue is dropped instead, to make room
  overflow,  ///< the task gets a thread of its own, beyond the capacity
};

template <class X>
concept has_when_full = requires { typename std::integral_constant<full_reaction, X::when_full>; };
template <class X>
concept has_admits = requires(std::size_t n) {
  typename std::bool_constant<X::admits(0)>;
  { X::admits(n) } noexcept -> std::same_as<bool>;
};

template <class X>
concept bound_blocking = has_when_full<X> && has_admits<X>;

/// Whether a submitter may wait although one behind fewer others may not, for some of the numbers of any_of_sample. The contract forbids it.
template <class X>
constexpr bool admits_out_of_order() {
  bool refused = false;
  return any_of_sample<std::size_t>([&refused](std::size_t n) {
    const bool admits = X::admits(n);
    return admits && refused ? true : (refused = !admits, false);
  });
}

/// The reaction is chosen when the pool is made; `when_full` and `admits` are what it is without a choice.
template <class X>
concept chosen_reaction = chosen_by_options<X> && requires(const X& x, std::size_t n) {
  { x.chosen() } noexcept -> std::same_as<full_reaction>;
  { x.chosen_admits(n) } noexcept -> std::same_as<bool>;
};
/// Does the pool, as its type says or its options may choose, drop tasks?
template <class X>
inline constexpr bool may_drop = chosen_reaction<X> || X::when_full == full_reaction::drop_new || X::when_full == full_reaction::drop_old;

/// Required of policies that drop tasks.
template <class X, class Task>
concept has_discard = !may_drop<X> || requires(X& x, Task t) { x.discard(std::move(t)); };

/// What happens to a post when the pool is full. Contract, table and smallest model: docs/concepts/blocking_policy.md
template <class X>
concept blocking_policy = policy_of<X, axes::blocking> && has_on<X> && bound_blocking<typename X::template on<platform::native>>;

/// Reports each requirement that a blocking policy does not meet.
template <class X>
consteval bool explain_blocking_policy() {
  static_assert(has_on<X>, "weir: BlockingPolicy must provide `template <class P> class on`; see docs/concepts/blocking_policy.md");
  if constexpr (has_on<X>) {
    using on = typename X::template on<platform::native>;
    constexpr bool reachable = has_when_full<on> || has_admits<on>;
    static_assert(reachable,
                  "weir: BlockingPolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                  "docs/concepts/blocking_policy.md");
    if constexpr (reachable) {
      static_assert(
          has_when_full<on>,
          "weir: BlockingPolicy must provide `static constexpr weir::full_reaction when_full`; see docs/concepts/blocking_policy.md");
      static_assert(has_admits<on>,
                    "weir: BlockingPolicy must provide `static constexpr bool admits(std::size_t waiting) noexcept`; see "
                    "docs/concepts/blocking_policy.md");
      if constexpr (bound_blocking<on>) {
        static_assert(!chosen_by_options<on> || chosen_reaction<on>,
                      "weir: BlockingPolicy with `choose` must provide `full_reaction chosen() const noexcept` and `bool "
                      "chosen_admits(std::size_t waiting) const noexcept`; see docs/concepts/blocking_policy.md");
        static_assert(!may_drop<on> || made_from_nothing<on>,
                      "weir: BlockingPolicy that drops tasks must provide a public constructor without arguments, `on()`: the pool makes "
                      "the object; see docs/concepts/blocking_policy.md");
        constexpr bool waits = on::when_full == full_reaction::wait;
        static_assert(!waits || on::admits(0),
                      "weir: BlockingPolicy that waits: `admits(0)` must be true, or take full_reaction::refuse; see "
                      "docs/concepts/blocking_policy.md");
        if constexpr (waits && requires { typename std::bool_constant<admits_out_of_order<on>()>; })
          static_assert(!admits_out_of_order<on>(),
                        "weir: BlockingPolicy: `admits(n)` must be false for every n above one for which it is false; see "
                        "docs/concepts/blocking_policy.md");
      }
    }
  }
  return true;
}

/// The same for `discard`; `Task` is what the pool queues: weir::task, or the task type of a function_pool.
template <class X, class Task>
consteval bool explain_discard() {
  static_assert(has_discard<typename X::template on<platform::native>, Task>,
                "weir: BlockingPolicy that drops tasks must provide `void discard(Task)`, and its Discard `void operator()(Task)`, "
                "where Task is weir::task for a weir::pool; see docs/concepts/blocking_policy.md");
  return true;
}

}  // namespace weir

#endif
