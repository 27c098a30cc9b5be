// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_POST_CALLS_HPP
#define WEIR_ENGINE_POOL_POST_CALLS_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/full_queue.hpp>
#include <weir/engine/pool/helping_caller.hpp>
#include <weir/engine/pool/pending_post.hpp>
#include <weir/engine/pool/queued_submitter.hpp>
#include <weir/engine/pool/reaction.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/suspended_submitter.hpp>
#include <weir/engine/pool/task_runner.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/post_result.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// How a task gets into the pool: at once, after a wait for room, on the caller's own thread, or not at all.
template <class C>
class post_calls {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using time_point = typename P::clock::time_point;

  explicit post_calls(core<C>& of) noexcept : core_(of) {}

  /// Never waits and drops nothing; runs tasks here only in a pool that gets no thread. The task is left as it was unless it was accepted.
  template <class Tag = untagged>
  post_result try_post(task& t, Tag tag = {}) {
    return counted(as_post_result(attempt(t, tag)));
  }

  /// Follows the blocking policy when there is no room.
  template <class Tag = untagged>
  post_result post(task& t, Tag tag = {}) {
    const push_result r = attempt(t, tag);
    if constexpr (C::can_be_full) {
      if (r == push_result::full) return met_full(t, tag);
    }
    return counted(as_post_result(r));
  }

  /// The same for a coroutine that a pool runs, which holds no thread while it waits.
  template <class Tag>
  basic_coroutine<post_result, P> async_post(task& t, Tag tag) {
    return async_post(core_, t, tag);
  }

  /// The same for a caller that waits in its own way: `waits_for_room()` is called where post() would wait, and returns the answer.
  template <class Wait>
  post_result post_or(task& t, [[maybe_unused]] Wait waits_for_room) {
    if constexpr (C::can_wait) {
      if (reaction<C>::waits(core_)) {
        const push_result r = attempt(t, untagged{});
        return r == push_result::full ? waits_for_room() : counted(as_post_result(r));
      }
    }
    return post(t);
  }

  template <class Tag = untagged>
  post_result post_until(task& t, const time_point& deadline, Tag tag = {}) {
    const push_result r = attempt(t, tag);
    if constexpr (C::can_wait) {
      if (r == push_result::full) return met_full(t, tag, platform::finite(deadline));
    }
    return counted(as_post_result(r));
  }

  /// One post of a bulk. end_of_bulk(), called after the last one, wakes the workers.
  template <class Tag = untagged>
  post_result post_of_bulk(task& t, Tag tag = {}) {
    const admission a = enter(t, tag);
    if (a.result != push_result::full && !a.runs_here) return counted(as_post_result(a.result));
    end_of_bulk();  // workers that have not been woken make no room
    if (a.result == push_result::full) return post(t, tag);
    follow_up(a, t);
    return counted(as_post_result(a.result));
  }
  void end_of_bulk() {
    if constexpr (!C::hands_over) start_and_wake<C>(core_).after_push();
  }

 private:
  /// Static: the coroutine may outlive this object.
  template <class Tag>
  static basic_coroutine<post_result, P> async_post(core<C>& pool, task& t, Tag tag) {
    post_calls self(pool);
    if constexpr (C::can_wait) {
      if (reaction<C>::waits(pool)) {
        const push_result r = self.attempt(t, tag);
        if (r != push_result::full) co_return self.counted(as_post_result(r));
        suspended_submitter<C, Tag> mine(pool, t, tag);
        const post_result later = co_await mine;
        co_return later;
      }
    }
    co_return self.post(t, tag);
  }

  template <class Tag>
  post_result met_full(task& t, Tag tag, const time_point* deadline = nullptr) {
    return reaction<C>::call(core_, [&](auto is) {
      push_result r = push_result::full;
      if constexpr (is == full_reaction::wait) return counted(wait_for_room(t, tag, deadline));
      if constexpr (is == full_reaction::run_here) r = run_here(t);
      if constexpr (is == full_reaction::overflow) r = overflow(t);
      if constexpr (is == full_reaction::drop_old) r = make_room(t, tag);
      if constexpr (is == full_reaction::drop_new) return drop(t), post_result::discarded;
      return counted(as_post_result(r));
    });
  }
  post_result counted(post_result r) noexcept {
    if (r == post_result::accepted)
      core_.observer.accepted();
    else
      core_.observer.refused();
    return r;
  }

  struct admission {
    push_result result;
    bool runs_here = false;  // accepted, and the caller must run it; `helpers` is raised already
  };

  template <class Tag>
  push_result attempt(task& t, Tag tag) {
    const admission a = enter(t, tag);
    follow_up(a, t);
    return a.result;
  }
  template <class Tag>
  admission enter(task& t, [[maybe_unused]] Tag tag) {
    if constexpr (C::hands_over) {
      return hand_over(t);
    } else {
      core_.home.check();
      const push_result r = core_.push(t, tag);
      if constexpr (C::hands_oldest_over) {
        if (r == push_result::full) return {full_queue<C>(core_).push(t, tag)};
      }
      return {r};
    }
  }
  /// Runs an accepted task or wakes a worker for it. The submitter has left the submitter queue by now, so none waits behind one that runs a task.
  void follow_up(admission a, task& t) {
    accepted_even_so mine{core_};
    if (a.runs_here)
      start_and_wake<C>(core_).run_on_caller(t);
    else if (!C::hands_over && a.result == push_result::pushed)
      start_and_wake<C>(core_).after_push();
    mine.returns = true;
  }
  /// Counts an accepted post that does not return, because a task that the caller runs ends the thread.
  struct accepted_even_so {
    core<C>& pool;
    bool returns = false;
    ~accepted_even_so() {
      if (!returns) pool.observer.accepted();
    }
  };

  /// Gives the task to an idle worker or to a new one.
  admission hand_over(task& t) {
    using workers = start_and_wake<C>;
    locked<C> l(core_);
    for (;;) {
      if (l->closing) return {push_result::closed};
      if (l->paused()) return {push_result::full};
      if (l->idle > l->surplus()) {
        worker_record<C>* const w = workers::give_to_idle(l, t);
        return workers::unpark(std::move(l), *w), admission{push_result::pushed};
      }
      if (!l->has_place()) return {push_result::full};
      if (workers::start(l, false, &t)) return {push_result::pushed};
      if (l->stalled()) break;  // no worker and no thread: the caller runs the task
      if (l->idle == 0) return {push_result::full};
    }
    if (l->closing) return {push_result::closed};
    ++l->helpers;
    return {push_result::pushed, true};
  }

  push_result run_here(task& t) {
    {
      locked<C> l(core_);
      if (l->closing) return push_result::closed;
      if (l->paused()) return push_result::full;
      ++l->helpers;
    }
    follow_up({push_result::pushed, true}, t);
    return push_result::pushed;
  }

  /// Starts a worker beyond the capacity, which leaves after this task.
  push_result overflow(task& t) {
    using workers = start_and_wake<C>;
    locked<C> l(core_);
    if (l->closing) return push_result::closed;
    if (l->paused()) return push_result::full;
    if constexpr (C::hands_over) {  // a worker has become idle meanwhile: no further one is needed
      if (worker_record<C>* const w = workers::give_to_idle(l, t)) return workers::unpark(std::move(l), *w), push_result::pushed;
    }
    if (workers::start(l, false, &t)) return push_result::pushed;
    workers::run_without_threads(std::move(l));  // a start that failed meanwhile may have relied on this one
    return push_result::full;
  }

  /// Drops the oldest tasks until the new one fits. The caller is a helper meanwhile, so the pool is not idle before the dropped tasks are
  /// destroyed.
  template <class Tag>
  push_result make_room(task& t, Tag tag) {
    push_result r = push_result::full;
    while (r == push_result::full) {
      drop_one();
      r = attempt(t, tag);
    }
    return r;
  }
  void drop_one() {
    {
      locked<C> l(core_);
      if (l->closing) return;
      ++l->helpers;
    }
    helping_caller<C> me{core_};
    me.here.makes_room = true;
    task oldest;
    if (!core_.take_back(oldest, me.seat)) return P::yield();  // a worker is taking the oldest
    core_.popped_task_ended(me.seat);
    drop(oldest);
  }
  void drop(task& t) {
    core_.observer.discarded();
    task_runner<C>::contained(core_, [&] { core_.blocking.discard(std::move(t)); });
    task_runner<C>::contained(core_, [&] { t.reset(); });
  }

  template <class Tag>
  post_result wait_for_room(task& t, Tag tag, const time_point* deadline) {
    if (core_.inside()) return post_result::full;  // the room may depend on the caller's return
    admission a{push_result::full};
    {
      locked<C> l(core_);
      if (l->closing) return post_result::closed;
      if (!reaction<C>::admits(core_, l->submitters.size())) return post_result::full;
      if (deadline == nullptr && l->paused_by(core_.this_thread()))
        return post_result::full;  // no room before this thread resumes the pool
      const time_point impatient = C::hands_over ? time_point{} : platform::deadline_in<P>(patience);
      const noted_wait<P> noted(core_.id());
      queued_submitter<C> mine(l);
      while (a.result == push_result::full) {
        const bool patient = core_.queue_size() >= worth_patience && P::clock::now() < impatient;
        if (l->submitters.is_front(mine.waiter)) {
          mine.waiter.called = false;
          mine.waiter.wake_at = patient ? half_of(core_.queue_size()) : at_any_room;
          l.announce();
          a = l.unlocked([&] { return enter(t, tag); });
          if (a.result != push_result::full || mine.waiter.called) continue;
        }
        if (deadline != nullptr && P::clock::now() >= *deadline) return post_result::timed_out;
        const time_point* until = patient && (deadline == nullptr || impatient < *deadline) ? &impatient : deadline;
        l.wait(l->submitters.is_front(mine.waiter) ? core_.room : mine.waiter.turn, until);
      }
    }
    follow_up(a, t);
    return as_post_result(a.result);
  }

  /// How long a submitter waits for the queue to be half empty; then it waits for any room. Fast tasks free many places in that time, and a wake-up
  /// for each place would cost more than the tasks.
  static constexpr std::chrono::microseconds patience{100};
  static constexpr std::size_t worth_patience = 4;  // queued tasks; with fewer, any room is as good as half
  static std::uint32_t half_of(std::size_t tasks) noexcept {
    return static_cast<std::uint32_t>(platform::smaller_of<std::size_t>(tasks / 2, at_any_room - 1));
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
