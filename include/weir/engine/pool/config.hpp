// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_CONFIG_HPP
#define WEIR_ENGINE_POOL_CONFIG_HPP

#include <weir/agents/threads.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/compatibility.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/task.hpp>

#include <type_traits>

namespace weir::engine {

/// The policies of one pool, each bound to its platform, and what follows from them. `Agents` says what a worker is: a thread or a light worker.
/// `Task` is what the queue holds: weir::task, or something smaller in a pool that runs one function only.
template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class Wake, class Observer,
          class Platform, class Agents = weir::agents::threads, class Task = weir::task>
struct config {
  static_assert(explain_discard<Blocking, Task>());

  using platform = Platform;
  using agents = Agents;
  using task = Task;
  using queue = typename Queue::template on<Platform, Task>;
  using workers = typename Workers::template on<Platform>;
  using blocking = typename Blocking::template on<Platform>;
  using expiry = typename Expiry::template on<Platform>;
  using panic = typename Panic::template on<Platform>;
  using growth = typename Growth::template on<Platform>;
  using parking_policy = Parking;
  using parking = typename Parking::template on<Platform>;
  using wake = typename Wake::template on<Platform>;
  using observer = typename Observer::template on<Platform>;
  using seat = seat_of<queue>;

  static constexpr bool hands_over = hand_over_queue<queue>;
  /// A pool of threads whose tasks may be coroutines, which hold a worker only during their turns.
  static constexpr bool carries = Agents::template carries<Task>;
  static_assert(
      !(carries && timed_queue<queue>),
      "weir: a queue with next_due() is one of coroutines, as a light pool's; a task of threads begins later by weir::post_after()");
  /// Something can become due, so an idle worker may have to keep the time.
  static constexpr bool keeps_time = carries || timed_queue<queue>;
  static constexpr bool can_be_full = weir::can_be_full<Queue>;
  /// Its options choose what it does when it is full.
  static constexpr bool chooses_reaction = chosen_reaction<blocking>;
  /// This may be what it does then. Not all that can be chosen goes with every queue and every kind of worker.
  template <full_reaction R>
  static constexpr bool may =
      chooses_reaction ? !(R == full_reaction::drop_old && hands_over) && !(R == full_reaction::run_here && Agents::suspends)
                       : blocking::when_full == R;
  static constexpr bool can_wait = can_be_full && may<full_reaction::wait>;
  /// The queue accepts this tag.
  template <class Tag>
  static constexpr bool takes =
      std::is_same_v<std::remove_cv_t<Tag>, untagged> || requires(queue& q, Task& t, std::remove_cv_t<Tag> tag) { q.try_push(t, tag); };
  /// The oldest task of a full queue is taken out for a worker that is free. Not if the queue follows a task to its end: the task and the seat that it was
  /// popped into belong together then.
  static constexpr bool hands_oldest_over = can_be_full && !hands_over && !hears_of_the_end<queue>;
  /// A worker that a submitter has given a task is woken when no other woken worker has yet to look: as many woken workers look for work at a time as
  /// the wake policy lets. Only where a worker whose task is taken over can be idle again.
  static constexpr bool calls_in_turn = hands_over && wake::throttled && workers::keeps;
  /// A worker may be started or woken with its first task.
  static constexpr bool starts_with_a_task = hands_over || may<full_reaction::overflow>;
  /// The most workers that queue and idle store can serve.
  static constexpr unsigned most_workers = weir::platform::smaller_of(weir::most_workers<queue>, weir::most_workers<workers>);
};

}  // namespace weir::engine

#endif
