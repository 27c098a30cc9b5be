// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_PARK_OR_RETIRE_HPP
#define WEIR_ENGINE_POOL_PARK_OR_RETIRE_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/arriving_workers.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/searching_workers.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/timekeeper.hpp>
#include <weir/engine/pool/uncalled_workers.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// What a worker does next.
enum class next_step {
  look,       ///< for a task
  search,     ///< for a task, having been woken or started for it
  sleep,      ///< it is idle
  suspended,  ///< its task waits; another thread may resume it already
  leave,      ///< its place has been given up
};

/// A worker that finds no task parks or retires, which gives up its place. Why no task is left behind: docs/design/wakeup.md
template <class C>
class park_or_retire {
 public:
  using P = typename C::platform;
  using time_point = typename P::clock::time_point;

  explicit park_or_retire(core<C>& of) noexcept : core_(of) {}

  /// The worker has found no task, or must check whether it is to retire.
  next_step found_nothing(worker_record<C>& w, worker_memory<C>& m) {
    locked<C> l(core_);
    if (arriving_workers<C>(l).is_owed_one(w)) return next_step::search;  // a task has been given since it looked
    if constexpr (C::carries) idle_workers<C>(l).take_back_slots(w.slots, 0);
    arriving_workers<C>(l).remove(w);
    const bool searched = searching_workers<C>(l).end(w);
    bool due = too_old(core_, m);
    if (due && l->live <= l->blocked + 1 && l->coroutines.any()) {
      if (replaced_first(l, w)) return next_step::leave;
      due = false;
    }
    if (!due && !l->crowded() && !l->paused() && l->given.size() != 0) return look_again(l, w, searched);
    if (!due && !l->crowded() && uncalled_workers<C>(l).take_over(w)) return continues(std::move(l), w, searched);
    const bool stays = C::workers::keeps || timekeeper<C>::is_missing(l);
    if (due || l->crowded() || !stays || (l->closing && core_.nothing_left(l))) return retire(std::move(l), w, searched, due);
    if constexpr (C::expiry::expires) {
      if (std::exchange(m.worked, false)) m.idle_since = P::clock::now();
    }
    idle_workers<C> idle(l);
    idle.add(w, C::keeps_time && l->timekeeper == nullptr && timekeeper<C>::is_needed(l));
    l.announce();
    if (!l->paused() && core_.work_ready(l) && !yields_to_submitter(l, m)) {
      idle.remove(w);
      return look_again(l, w, searched);
    }
    core_.notify_waiters(l);
    const bool called = C::hands_over && l->submitters.call_front();
    set_sleep(l, w, m);
    l.unlock();
    if (called) core_.room.notify_one();
    return next_step::sleep;
  }

  /// After a sleep: the worker looks for a task, retires, or sleeps on.
  next_step woke_up(worker_record<C>& w, [[maybe_unused]] worker_memory<C>& m) {
    if constexpr (std::is_empty_v<worker_memory<C>>) {
      return next_step::search;
    } else {
      constexpr bool wakes_by_itself = C::expiry::expires || timed_queue<typename C::queue>;
      if (!wakes_by_itself && !core_.signalled(had_coroutines)) return next_step::search;
      locked<C> l(core_);
      if (!w.status.read().idle)
        return uncalled_workers<C>(l).remove(w), next_step::search;  // the unpark may still be pending; the next sleep then ends spuriously
      idle_workers<C> idle(l);
      using time = timekeeper<C>;
      if (time::is(l, w) && time::is_needed(l) && !l->crowded()) {
        if (l->paused() || !core_.work_ready(l)) return set_sleep(l, w, m);
        idle.remove(w);
        time::appoint(l);
        return look_again(l, w, false);
      }
      if constexpr (!C::expiry::expires) {
        if (!l->crowded()) return set_sleep(l, w, m);
        idle.remove(w);
        return retire(std::move(l), w, false, false);
      } else {
        const time_point now = P::clock::now();
        const bool expired = now >= expires_at(l, m) && (C::expiry::ends_busy || l->live > l->min_workers);
        if (!expired && !l->crowded()) return set_sleep(l, w, m);
        idle.remove(w);
        if (expired) l->last_expired = now;
        return retire(std::move(l), w, false, expired && C::expiry::ends_busy);
      }
    }
  }

  /// The worker is so old that it retires even if there is work.
  [[nodiscard]] static bool too_old([[maybe_unused]] core<C>& pool, [[maybe_unused]] const worker_memory<C>& m) noexcept {
    if constexpr (C::expiry::ends_busy)
      return P::clock::now() >= C::expiry::deadline({m.first_task, m.first_task, {}}, {*pool.asked.idle_after, *pool.asked.max_age});
    else
      return false;
  }

  /// The worker's last access to the pool. Its place has been given up.
  static void end(locked<C>&& l, worker_record<C>& w) {
    w.status.write().left = true;
    if (w.status.read().started) l->exited.push(w);
    if (l->closing) idle_workers<C>(l).wake_all();
    if constexpr (C::hands_over) waiting_submitters<C>::call_front(l);
    l.core().notify_waiters(l);
    l.unlock();
  }

 private:
  /// The worker goes idle for the thread at the front of the submitters, which wakes a worker when it leaves the queue.
  [[nodiscard]] static bool yields_to_submitter(locked<C>& l, [[maybe_unused]] worker_memory<C>& m) noexcept {
    if constexpr (C::carries && C::hands_over)
      return std::exchange(m.yields, false) && l->submitters.wants_call() && l->submitters.suspended_front() == nullptr;
    else
      return false;
  }

  /// Sets how long the worker sleeps unless it is woken.
  static next_step set_sleep(locked<C>& l, [[maybe_unused]] worker_record<C>& w, [[maybe_unused]] worker_memory<C>& m) {
    if constexpr (!std::is_empty_v<worker_memory<C>>) m.sleeps_until = wakes_at(l, w, m);
    return next_step::sleep;
  }
  static time_point wakes_at(locked<C>& l, const worker_record<C>& w, [[maybe_unused]] const worker_memory<C>& m) {
    using time = timekeeper<C>;
    if (time::is(l, w)) {
      // Called even if not needed: timers that become due earlier are then reported.
      const time_point due = l->paused() ? time_point::max() : time::next_due(l);
      if (time::is_needed(l)) return due;
    }
    if constexpr (C::expiry::expires) {
      if (C::expiry::ends_busy || l->live > l->min_workers) return expires_at(l, m);
    }
    return time_point::max();
  }
  [[nodiscard]] static time_point expires_at(locked<C>& l, const worker_memory<C>& m) noexcept {
    return C::expiry::deadline({m.idle_since, m.first_task, l->last_expired}, {*l.core().asked.idle_after, *l.core().asked.max_age});
  }

  /// Gives up the place, unless a push that may rely on it has come. A worker that is too old retires in any case; a new worker takes over its work,
  /// a task that another worker has been given and not begun, and its part of min_workers.
  static next_step retire(locked<C>&& l, worker_record<C>& w, bool searched, bool due) {
    --l->live;
    l.announce();
    if (!due && l->has_place() && !l->paused() && l.core().work_ready(l)) {
      ++l->live;
      const next_step n = look_again(l, w, searched);
      l.unlock();
      return n;
    }
    ++l->in_transition;
    w.status.write().retired = true;
    using workers = start_and_wake<C>;
    const bool replaced = (l->live < l->min_workers && !l->closing) || (l->has_place() && l->given.size() != 0);
    if (due && replaced)
      workers::start(l, false, nullptr) ? workers::wake_one(std::move(l)) : workers::run_without_threads(std::move(l));
    else if (due || l->idle != 0 || !uncalled_workers<C>(l).empty())
      workers::wake_one(std::move(l));  // the end of this worker's last task may have made another one ready, after the idle workers looked
    else
      l.unlock();
    return next_step::leave;
  }
  /// In a pool with coroutines the last worker retires only after its replacement has started: no other thread would see what becomes due.
  static bool replaced_first(locked<C>& l, worker_record<C>& w) {
    --l->live;
    ++l->in_transition;
    w.status.write().retired = true;
    if (start_and_wake<C>::start(l, false, nullptr)) return true;
    w.status.write().retired = false;
    --l->in_transition;
    l->take_place();
    return false;
  }

  /// The worker has taken a task over from one that is idle now, which is room for a submitter.
  static next_step continues(locked<C>&& l, worker_record<C>& w, bool searched) {
    if (searched) searching_workers<C>(l).begin(w);
    const bool called = l->submitters.call_front();
    l.unlock();
    if (called) l.core().room.notify_one();
    return searched ? next_step::search : next_step::look;
  }

  /// Work has just come. A worker that was searching searches again: pushes that saw it searching have woken no other.
  static next_step look_again(locked<C>& l, worker_record<C>& w, bool searched) {
    if (searched) searching_workers<C>(l).begin(w);
    arriving_workers<C>(l).add(w);  // it has no task yet
    return searched || C::hands_oldest_over ? next_step::search : next_step::look;
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
