// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_PUBLIC_CALLS_HPP
#define WEIR_ENGINE_POOL_PUBLIC_CALLS_HPP

#include <weir/bulk_result.hpp>
#include <weir/concepts/range.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/lifecycle.hpp>
#include <weir/engine/pool/pool_engine.hpp>
#include <weir/engine/pool/post_calls.hpp>
#include <weir/engine/pool/wait_calls.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/options.hpp>
#include <weir/pause_guard.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/stats.hpp>

#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace weir::engine {

struct core_access;

/// The member functions that all pools have in common, whatever they queue.
template <class C>
class public_calls {
 public:
  /// The policies, bound to the platform, for generic code.
  using config_type = C;
  using platform_type = typename C::platform;
  using clock = typename platform_type::clock;
  using time_point = typename clock::time_point;

  /// Waits for an instant at which no task is queued, suspended or running; so every task posted before the call has ended at the return. Tasks
  /// that are posted meanwhile may delay that instant; to wait for certain tasks only, use a task_group or their futures. The pool stays usable;
  /// any number of threads may wait. Throws std::system_error(resource_deadlock_would_occur) from inside a task of this pool, and when a task is
  /// left and the calling thread holds a pause of the pool.
  void wait_idle() { waits().wait_idle(nullptr); }
  /// The same for at most `d`, a std::chrono::duration of any kind; false when it took longer. A duration beyond the clock's range waits without
  /// end; a negative one or a NaN does not wait.
  bool wait_idle_for(platform::time_span d) { return wait_idle_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, a time point of the pool's clock; on the native platform of std::chrono::steady_clock, of any resolution.
  bool wait_idle_until(platform::instant<clock> deadline) {
    const time_point t = deadline;
    return waits().wait_idle(platform::finite(t));
  }

  /// Keeps workers from beginning tasks, and returns when none runs any more. Posts are still accepted while the queue has room. With queue::none
  /// posts find no room, as if all workers were busy; blocking::caller_runs answers `full` instead of running the task. Any number of pauses may
  /// overlap; the pool resumes when the last guard is gone. Closing the pool ends all pauses, and what was accepted runs. Until then the calling
  /// thread must not wait for tasks: its run() and wait_idle() throw, and its post() answers `full` where it would wait for room. Throws
  /// std::system_error(resource_deadlock_would_occur) from inside a task of this pool, and std::bad_alloc.
  pause_guard<C> pause() { return pause_guard<C>(core(), *waits().pause(nullptr)); }
  /// The same, but waits at most for `d`, as wait_idle_for does: nothing, and no pause, if tasks still run then. No task begins meanwhile.
  [[nodiscard]] std::optional<pause_guard<C>> pause_for(platform::time_span d) {
    return pause_until(platform::deadline_in<platform_type>(d));
  }
  /// The same until `deadline`, as in wait_idle_until.
  [[nodiscard]] std::optional<pause_guard<C>> pause_until(platform::instant<clock> deadline) {
    const time_point t = deadline;
    const auto mark = waits().pause(platform::finite(t));
    return mark ? std::optional<pause_guard<C>>(std::in_place, core(), *mark) : std::nullopt;
  }
  /// Whether a pause is in force, so that no task begins; also while pause() still waits for running tasks. False once the pool is closed. May be
  /// outdated at the return. Takes the pool's lock.
  [[nodiscard]] bool is_paused() { return waits().is_paused(); }

  /// Changes both limits while the pool is in use. A larger capacity admits waiting tasks and submitters at once; with a smaller one surplus
  /// workers retire, idle ones now and busy ones after their task. Returns at once. Throws std::invalid_argument unless min_workers <= capacity and
  /// capacity >= 1, and when the pool's policies cannot serve these limits. Linear in the number of workers, under the pool's lock, where idle ones
  /// must look at the new limits: after a smaller min_workers, with surplus workers, or when workers are started at once, by growth::prestart or
  /// options::prestart_min_workers, each at the cost of a thread's start. Else constant time.
  void resize(unsigned min_workers, unsigned capacity) { life().resize(min_workers, capacity); }

  /// Refuses new tasks from now on, answers `closed` to every submitter that waits for room, and lets the workers finish what was accepted. Returns
  /// at once; join() waits. May be repeated.
  void shutdown() { life().shutdown(); }

  /// Waits for the end that shutdown() or stop() began: every accepted task has run or was handed back, no submitter waits, and every worker is
  /// gone. Does not begin the end itself. Throws std::system_error(resource_deadlock_would_occur) from inside a task of this pool. May be called by
  /// several threads.
  void join() { waits().join(nullptr); }
  /// The same for at most `d`; false when it took longer, with the stats of what is left.
  join_result join_for(platform::time_span d) { return join_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, as in wait_idle_until.
  join_result join_until(platform::instant<clock> deadline) {
    const time_point t = deadline;
    const bool ended = waits().join(platform::finite(t));
    return {ended, waits().stats()};
  }

  /// Opens a stopped pool again. True if this call did so. Throws std::system_error(resource_deadlock_would_occur) from inside a task of this pool.
  bool restart() { return life().restart(); }

  /// A token that is stopped when the pool is closed by shutdown(), stop() or its destructor; after restart() get a new one. Callbacks run on the
  /// closing thread, which holds no lock of the pool. Throws std::bad_alloc.
  [[nodiscard]] std::stop_token closing_token() { return waits().closing_token(); }

  /// The options' name; empty if it was left out. Workers' threads, or carriers, and lines on standard error are named after it. It lives as long as
  /// the pool.
  [[nodiscard]] const std::string& name() noexcept { return core().asked.name; }
  /// The options that the pool was made with, in a preset with its original's values; idle_after and max_age have values even if they were left out.
  /// The limits are as they were given, 0 if left out: those in force, also after resize(), are stats().capacity and stats().min_workers. The object
  /// lives as long as the pool.
  [[nodiscard]] const options& asked() noexcept { return core().asked; }

  /// True while the calling thread runs a task or a hook of this pool; of several nested pools, for each of them. Such a thread must not wait for the
  /// pool. Linear in the depth of the nesting; takes no lock.
  [[nodiscard]] bool runs_this_thread() noexcept { return core().inside(); }

  /// False in a child process that fork() has made after the pool: its threads are in the parent. There a call that needs them throws
  /// std::system_error(operation_not_permitted), and the destructor does nothing. See docs/design/lifecycle.md
  [[nodiscard]] bool is_in_this_process() noexcept { return core().home.is_here(); }

  /// Open, closing, or stopped: closed, and no thread has anything left to do for the pool. May be outdated at the return. Takes the pool's lock.
  [[nodiscard]] run_state state() { return waits().state(); }
  /// A snapshot of this instant, taken under the pool's lock; `suspended` is counted just after it. The totals of tasks stay 0 without
  /// observer::counters or observer::trace.
  [[nodiscard]] weir::stats stats() { return waits().stats(); }

  /// The observer policy's object, for what it offers beyond stats(), such as observer::trace's write_json(). It lives as long as the pool.
  [[nodiscard]] auto& observer() noexcept { return core().observer; }
  /// For weir's own use: who has to leave before the pool is destroyed.
  [[nodiscard]] call_guard<platform_type>* callers() noexcept { return &core().callers; }
  /// For weir's own use: what the last parallel loops of each kind were.
  [[nodiscard]] engine::loop_lengths<platform_type>* loop_lengths() noexcept { return &core().loops; }

 protected:
  explicit public_calls(const options& o) : engine_(o) {}
  ~public_calls() = default;
  public_calls(const public_calls&) = delete;
  public_calls& operator=(const public_calls&) = delete;

  /// Calls `post_one` for each element of a range until one is not accepted, then wakes the workers once. Elements of an rvalue range are passed as
  /// rvalues, unless it is a view.
  template <class Range, class PostOne>
  bulk_result post_each(Range&& range, PostOne post_one) {
    bulk_result done;
    try {
      for (auto&& each : range) {
        using element = std::conditional_t<owning_rvalue<Range>, std::remove_reference_t<decltype(each)>&&, decltype(each)>;
        done.last = post_one(static_cast<element>(each));
        if (done.last != post_result::accepted) break;
        ++done.accepted;
      }
    } catch (...) {
      posts().end_of_bulk();
      throw;
    }
    posts().end_of_bulk();  // in no destructor: without threads it runs tasks, which may end this one
    return done;
  }

  [[nodiscard]] engine::core<C>& core() noexcept { return engine_.core(); }
  [[nodiscard]] post_calls<C> posts() noexcept { return post_calls<C>(core()); }
  [[nodiscard]] wait_calls<C> waits() noexcept { return wait_calls<C>(core()); }
  [[nodiscard]] lifecycle<C> life() noexcept { return lifecycle<C>(core()); }

 private:
  friend struct core_access;

  pool_engine<C> engine_;
};

}  // namespace weir::engine

#endif
