// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WAIT_CALLS_HPP
#define WEIR_ENGINE_POOL_WAIT_CALLS_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/uncalled_workers.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/engine/pool/worker_records.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/stats.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace weir::engine {

/// The calls that wait for a state of the pool or report it. States and steps: docs/design/lifecycle.md
template <class C>
class wait_calls {
 public:
  using P = typename C::platform;
  using time_point = typename P::clock::time_point;

  explicit wait_calls(core<C>& of) noexcept : core_(of) {}

  /// A call of pause(): the pool's life in which it was made, and the thread that made it.
  struct pause_mark {
    std::uint64_t life = 0;
    const void* thread = nullptr;
  };

  /// After the return no task begins or runs until each pause() has been given to resume() or the pool is closed. Nothing: tasks still ran at the
  /// deadline, and there is no pause. Throws std::bad_alloc.
  std::optional<pause_mark> pause(const time_point* deadline) {
    refuse_inside("pause");
    const noted_wait<P> noted(core_.id());
    pause_mark mine;
    {
      locked<C> l(core_);
      mine = {l->life, core_.this_thread()};
      l->pausers.push_back(mine.thread);
      ++l->pause_waiters;
      const auto holds = [&] { return mine.life != l->life || core_.nothing_runs(l) || l->closing; };
      while (!holds() && (deadline == nullptr || P::clock::now() < *deadline)) l.wait(core_.became_paused, deadline);
      --l->pause_waiters;
      if (holds()) return mine;
    }
    resume(mine);
    return std::nullopt;
  }
  void resume(const pause_mark& mark) {
    locked<C> l(core_);
    if (mark.life != l->life) return;
    l->unpause(mark.thread);
    if (!l->pausers.empty() || l->closing) return;
    waiting_submitters<C>::call_front(l);
    look_for_work(std::move(l));
  }

  [[nodiscard]] bool is_paused() {
    locked<C> l(core_);
    return l->paused();
  }

  /// For a call that posts a task and waits for its end.
  void refuse_under_own_pause(const char* call) {
    locked<C> l(core_);
    if (l->paused_by(core_.this_thread())) refuse_wait(call, "the thread that holds a pause of the pool");
  }

  [[gnu::cold]] bool join(const time_point* deadline) { return join(deadline, thrown_here); }
  /// The same, and gives what a policy such as panic::rethrow_at_wait has kept to `use` instead of throwing it; all that it throws refuses the wait.
  template <class Use>
  bool join(const time_point* deadline, Use use) {
    refuse_inside("join");
    const noted_wait<P> noted(core_.id());
    {
      locked<C> l(core_);
      for (const std::uint64_t life = l->life; life == l->life && !core_.ended(l);) {
        if (deadline != nullptr && P::clock::now() >= *deadline) return false;
        workers::wait(l, core_.has_ended, deadline);
      }
      if (!join_threads(l, deadline)) return false;
    }
    give_kept_to(use);
    return true;
  }

  bool wait_idle(const time_point* deadline) { return wait_idle(deadline, thrown_here); }
  /// The same, as with join().
  template <class Use>
  bool wait_idle(const time_point* deadline, Use use) {
    refuse_inside("wait_idle");
    if (!is_or_becomes_idle(deadline)) return false;
    give_kept_to(use);
    return true;
  }

  /// A token that is stopped when this life of the pool is closed. Throws std::bad_alloc.
  [[nodiscard]] std::stop_token closing_token() {
    locked<C> l(core_);
    if (!l->closed) {
      l->closed.emplace();
      if (l->closing) platform::request_stop<P>(*l->closed);  // it has no callbacks yet
    }
    return l->closed->get_token();
  }

  [[nodiscard]] run_state state() {
    locked<C> l(core_);
    return !l->closing ? run_state::open : core_.ended(l) ? run_state::stopped : run_state::closing;
  }
  [[nodiscard]] weir::stats stats() {
    weir::stats s;
    std::uint64_t asleep = 0;  // workers that have been given a task and not been woken
    {
      locked<C> l(core_);
      s = counts(l);
      asleep = uncalled_workers<C>(l).size();
    }
    s.suspended = core_.agents.suspended(s.running - asleep);
    return s;
  }

  /// After a pause or a close: wakes workers for tasks whose posts have woken none.
  void look_for_work(locked<C>&& l) {
    l.announce();
    if (l->timekeeper != nullptr) l->timekeeper->unpark();
    workers::wake_one(std::move(l));
  }

  /// Joins every thread that has ended, and waits for those that other threads are joining; false if the deadline came first. Throws
  /// std::system_error(resource_deadlock_would_occur) if the calling thread is one of them: destructors of thread_local objects may call.
  bool join_threads(locked<C>& l, const time_point* deadline) {
    for (;;) {
      if (worker_record<C>* const w = l->exited.pop()) {
        worker_records<C>::join(l, *w);
      } else if (l->joining == 0) {
        core_.has_ended.notify_all();
        return true;
      } else {
        if (deadline != nullptr && P::clock::now() >= *deadline) return false;
        l.wait(core_.has_ended, deadline);
      }
    }
  }

  void refuse_inside(const char* call) const {
    if (core_.inside()) refuse_wait(call, "a task of the pool it waits for");
  }

 private:
  using workers = start_and_wake<C>;

  static constexpr auto thrown_here = [](std::exception_ptr kept) { std::rethrow_exception(std::move(kept)); };

  weir::stats counts(locked<C>& l) {
    weir::stats s = l->counts();
    s.queued = core_.queue_size() + l->without_worker;
    core_.observer.report(s);
    core_.observer.report(s, core_.helper_counts);
    l->for_each_record([&](const worker_record<C>& w) { core_.observer.report(s, w.counts); });
    return s;
  }
  bool is_or_becomes_idle(const time_point* deadline) {
    locked<C> l(core_);
    if (core_.quiet(l)) return true;
    if (deadline == nullptr && l->paused_by(core_.this_thread())) refuse_wait("wait_idle", "the thread that holds a pause of the pool");
    const std::uint64_t seen = l->idle_moments;
    const noted_wait<P> noted(core_.id());
    const struct counted_waiter {  // the wait may run tasks, and these may end the thread
      locked<C>& l;
      explicit counted_waiter(locked<C>& held) : l(held) { ++l->idle_waiters; }
      ~counted_waiter() { --l->idle_waiters; }
    } until_the_end(l);
    while (seen == l->idle_moments && (deadline == nullptr || P::clock::now() < *deadline)) workers::wait(l, core_.became_quiet, deadline);
    return seen != l->idle_moments;
  }
  /// What panic::rethrow_at_wait and similar policies have kept; the first thread to return from a wait gets it.
  template <class Use>
  void give_kept_to([[maybe_unused]] Use use) {
    if constexpr (keeps_panic<typename C::panic>) {
      if (std::exception_ptr kept = core_.panic.take()) use(std::move(kept));
    }
  }

  [[noreturn]] static void refuse_wait(const char* call, const char* caller) {
    refuse_deadlock(std::string(call) + " was called by " + caller);
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
