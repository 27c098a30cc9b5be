// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_QUEUE_POLICY_HPP
#define WEIR_CONCEPTS_QUEUE_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/platform/native.hpp>  // the platform that the concepts check a policy on

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace weir {

/// The result of a push.
enum class push_result : unsigned char { pushed, full, closed };

/// The item type of the checks below.
struct queue_item {
  int value = 0;
};

/// The seat in queues that keep no data per worker; others have a nested `seat`.
struct no_seat {};
template <class Q>
struct seat_in {
  using type = no_seat;
};
template <class Q>
  requires requires { typename Q::seat; }
struct seat_in<Q> {
  using type = typename Q::seat;
};
template <class Q>
using seat_of = typename seat_in<Q>::type;
template <class Q>
concept seated_queue = !std::same_as<seat_of<Q>, no_seat>;
/// A worker's pushes go to its seat.
template <class Q, class T>
concept pushes_to_seat = requires(Q& q, T& item, seat_of<Q>* mine) { q.try_push(item, mine); };
/// Is notified when the task that was taken last has ended.
template <class Q>
concept hears_of_the_end = requires(Q& q, seat_of<Q>& mine) {
  { q.done(mine) } noexcept;
};

/// A take may claim further items, which ready() finds in the seat once it has returned, and says so.
template <class Q>
concept claims_more = requires(Q& q, seat_of<Q>& mine) {
  { q.has_claimed_more(mine) } noexcept -> std::same_as<bool>;
};

/// Prepares a worker's seat before the worker begins.
template <class Q>
concept prepares_seats = requires(Q& q, seat_of<Q>& mine, unsigned number) {
  { q.prepare(mine, number) } noexcept;
};

/// Takes out tasks that the pool will not run, including those that try_pop holds back.
template <class Q, class T>
concept gives_back = requires(Q& q, T& item) {
  { q.take_back(item) } noexcept -> std::same_as<bool>;
};

/// A light pool's queue of coroutines, some of which sleep; try_pop and ready() ignore them until they are due. next_due() says when to look again, not
/// later than the next of them is due; time_point::max() if there is none. Not for a pool of threads.
template <class Q>
concept timed_queue = requires(Q& q) {
  { q.next_due() } noexcept;
};

/// Keeps memory that an idle pool does not need; each call of trim() gives some of it back. False: there is none left.
template <class Q>
concept trimmed_queue = requires(Q& q) {
  { q.trim() } noexcept -> std::same_as<bool>;
};

/// The most workers that a policy can serve; unlimited by default.
template <class X>
inline constexpr unsigned most_workers = std::numeric_limits<unsigned>::max();
template <class X>
  requires requires {
    { X::most_workers } -> std::convertible_to<unsigned>;
  }
inline constexpr unsigned most_workers<X> = X::most_workers;

template <class Q>
concept has_hands_over = requires {
  typename std::bool_constant<static_cast<bool>(Q::hands_over)>;
  requires flag<decltype(Q::hands_over)>;
};
template <class Q>
concept hand_over_queue = has_hands_over<Q> && static_cast<bool>(Q::hands_over);
/// Has a member of that name which is no flag.
template <class Q>
concept mistakes_hands_over = requires { Q::hands_over; } && !has_hands_over<Q>;
template <class Q>
concept has_try_push = requires(Q& q, queue_item& i) {
  { q.try_push(i) } -> std::same_as<push_result>;
};
template <class Q>
concept has_try_pop = requires(Q& q, queue_item& i) {
  { q.try_pop(i) } noexcept -> std::same_as<bool>;
};
template <class Q>
concept has_try_pop_to_seat = requires(Q& q, queue_item& i, seat_of<Q>& mine) {
  { q.try_pop(i, mine) } noexcept -> std::same_as<bool>;
};
template <class Q>
concept has_join = requires(Q& q, seat_of<Q>& mine) {
  { q.join(mine) } noexcept;
};
template <class Q>
concept has_ready = requires(Q& q) {
  { q.ready() } noexcept -> std::same_as<bool>;
};
template <class Q>
concept has_empty = requires(const Q& q) {
  { q.empty() } noexcept -> std::same_as<bool>;
};
template <class Q>
concept has_size = requires(const Q& q) {
  { q.size() } noexcept -> std::same_as<std::size_t>;
};
template <class Q>
concept has_close = requires(Q& q) {
  { q.close() } noexcept;
};
template <class Q>
concept has_reopen = requires(Q& q) {
  { q.reopen() } noexcept;
};
template <class Q>
concept has_bounded = requires {
  typename std::bool_constant<static_cast<bool>(Q::bounded)>;
  requires flag<decltype(Q::bounded)>;
};

template <class Q>
concept bound_queue = hand_over_queue<Q> || (made_from_nothing<Q> && has_try_push<Q> &&
                                             (seated_queue<Q> ? has_try_pop_to_seat<Q> && has_join<Q> : has_try_pop<Q>)&&has_ready<Q> &&
                                             has_empty<Q> && has_size<Q> && has_close<Q> && has_reopen<Q> && has_bounded<Q>);

template <class Q>
concept has_queue_on = requires { typename Q::template on<platform::native, queue_item>; };

/// Where accepted tasks wait. Contract, table and smallest model: docs/concepts/queue_policy.md
template <class Q>
concept queue_policy =
    policy_of<Q, axes::queue> && has_queue_on<Q> && !mistakes_hands_over<typename Q::template on<platform::native, queue_item>> &&
    bound_queue<typename Q::template on<platform::native, queue_item>>;

/// Reports each requirement that a queue policy does not meet.
template <class Q>
consteval bool explain_queue_policy() {
  static_assert(has_queue_on<Q>,
                "weir: QueuePolicy must provide `template <class P, class T> class on`; see docs/concepts/queue_policy.md");
  if constexpr (has_queue_on<Q>) {
    using on = typename Q::template on<platform::native, queue_item>;
    static_assert(!mistakes_hands_over<on>,
                  "weir: QueuePolicy: `hands_over` must be a `static constexpr bool`; see docs/concepts/queue_policy.md");
    static_assert(hand_over_queue<on> || made_from_nothing<on>,
                  "weir: QueuePolicy must provide a public constructor without arguments, `on()`: the pool makes the queue itself; see "
                  "docs/concepts/queue_policy.md");
    if constexpr (!hand_over_queue<on>) {
      constexpr bool reachable =
          has_try_push<on> || has_ready<on> || has_empty<on> || has_size<on> || has_close<on> || has_reopen<on> || has_bounded<on>;
      static_assert(reachable,
                    "weir: QueuePolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see "
                    "docs/concepts/queue_policy.md");
      if constexpr (reachable) {
        static_assert(has_try_push<on>,
                      "weir: QueuePolicy must provide `weir::push_result try_push(T& item)`; see docs/concepts/queue_policy.md");
        if constexpr (seated_queue<on>) {
          static_assert(has_try_pop_to_seat<on>,
                        "weir: QueuePolicy with a `seat` must provide `bool try_pop(T& out, seat& mine) noexcept`; see "
                        "docs/concepts/queue_policy.md");
          static_assert(has_join<on>,
                        "weir: QueuePolicy with a `seat` must provide `void join(seat& mine) noexcept`; see docs/concepts/queue_policy.md");
        } else {
          static_assert(has_try_pop<on>,
                        "weir: QueuePolicy must provide `bool try_pop(T& out) noexcept`; see docs/concepts/queue_policy.md");
        }
        static_assert(has_ready<on>, "weir: QueuePolicy must provide `bool ready() noexcept`; see docs/concepts/queue_policy.md");
        static_assert(has_empty<on>, "weir: QueuePolicy must provide `bool empty() const noexcept`; see docs/concepts/queue_policy.md");
        static_assert(has_size<on>,
                      "weir: QueuePolicy must provide `std::size_t size() const noexcept`; see docs/concepts/queue_policy.md");
        static_assert(has_close<on>, "weir: QueuePolicy must provide `void close() noexcept`; see docs/concepts/queue_policy.md");
        static_assert(has_reopen<on>, "weir: QueuePolicy must provide `void reopen() noexcept`; see docs/concepts/queue_policy.md");
        static_assert(has_bounded<on>, "weir: QueuePolicy must provide `static constexpr bool bounded`; see docs/concepts/queue_policy.md");
      }
    }
  }
  return true;
}

}  // namespace weir

#endif
