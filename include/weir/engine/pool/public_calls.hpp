// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_PUBLIC_CALLS_HPP
#define WEIR_ENGINE_POOL_PUBLIC_CALLS_HPP

#include <weir/bulk_result.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/lifecycle.hpp>
#include <weir/engine/pool/pool_engine.hpp>
#include <weir/engine/pool/post_calls.hpp>
#include <weir/engine/pool/wait_calls.hpp>
#include <weir/options.hpp>
#include <weir/pause_guard.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/stats.hpp>

#include <ranges>
#include <stop_token>
#include <type_traits>

namespace weir::engine {

/// The calls that all pools have in common, whatever they queue.
template <class C>
class public_calls {
 public:
  using platform_type = typename C::platform;
  using clock = typename platform_type::clock;
  using time_point = typename clock::time_point;

  /// Waits until, at one instant, no task waits or runs: so whatever was posted before the call is done at the return. Tasks that others post
  /// meanwhile may put that instant off; to wait for some tasks only, take a task_group or their futures. The pool stays usable; any number of
  /// threads may wait. Throws std::system_error(resource_deadlock_would_occur) from inside a task of this pool, and when a task is left and
  /// the calling thread holds a pause of the pool.
  void wait_idle() { waits().wait_idle(nullptr); }
  /// The same for `d` at most, a std::chrono::duration of any kind; false when it took longer. One that reaches beyond the clock's time
  /// waits without end; one that is negative, or NaN, does not wait.
  bool wait_idle_for(platform::time_span d) { return wait_idle_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline` on the pool's clock, and on the native platform of std::chrono::steady_clock, of any resolution.
  bool wait_idle_until(platform::instant<clock> deadline) {
    const time_point t = deadline;
    return waits().wait_idle(platform::finite(t));
  }

  /// Stops workers from beginning tasks, and returns when none runs any more. Posts are still accepted while there is room: the queue's
  /// room for a pool that has one (queue::none and blocking::caller_runs answer `full` and wait as if all workers were busy). Any number
  /// of pauses may overlap; the pool goes on when the last guard is gone. Closing the pool ends them all: what was accepted runs. Until then
  /// the calling thread must not wait for tasks: its run() and wait_idle() throw, its post() answers `full` where it would wait for room. Throws
  /// std::system_error(resource_deadlock_would_occur) from inside a task of this pool, and std::bad_alloc.
  pause_guard<C> pause() { return pause_guard<C>(core()); }

  /// Changes both limits while the pool works. Growing lets waiting tasks and submitters in at once; shrinking lets the surplus
  /// workers go, idle ones now and busy ones after their task. Returns at once. Throws std::invalid_argument unless
  /// min_workers <= capacity and capacity >= 1.
  void resize(unsigned min_workers, unsigned capacity) { life().resize(min_workers, capacity); }

  /// Refuses new tasks from now on, answers `closed` to all who wait for room, and lets the workers finish what was accepted.
  /// Returns at once; join() waits. May be repeated.
  void shutdown() { life().shutdown(); }

  /// Waits for the end that shutdown() or stop() began: every accepted task has run or was handed back, no submitter waits, every
  /// thread is gone. Does not begin the end itself. Throws std::system_error(resource_deadlock_would_occur) from inside a task of
  /// this pool. May be called by several threads.
  void join() { waits().join(nullptr); }
  /// The same for `d` at most; false when it took longer, and what was left then.
  join_result join_for(platform::time_span d) { return join_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, as in wait_idle_until.
  join_result join_until(platform::instant<clock> deadline) {
    const time_point t = deadline;
    const bool ended = waits().join(platform::finite(t));
    return {ended, waits().stats()};
  }

  /// Opens a pool that has stopped again, and says whether this call did so.
  bool restart() { return life().restart(); }

  /// A token that stops when the pool is closed, by shutdown(), stop() or its destructor; after restart() ask for another. Callbacks run on the
  /// thread that closes, and no lock of the pool is held. Throws std::bad_alloc.
  [[nodiscard]] std::stop_token closing_token() { return waits().closing_token(); }

  [[nodiscard]] run_state state() { return waits().state(); }
  /// A consistent picture of this instant. Takes the pool's lock. The totals of tasks stay 0 without observer::counters or observer::trace.
  [[nodiscard]] weir::stats stats() { return waits().stats(); }

  /// The observer policy's object, for what it offers beyond stats(), such as observer::trace's write_json(). It lives as long as the pool.
  [[nodiscard]] auto& observer() noexcept { return core().observer; }

 protected:
  explicit public_calls(const options& o) : engine_(o) {}
  ~public_calls() = default;
  public_calls(const public_calls&) = delete;
  public_calls& operator=(const public_calls&) = delete;

  /// Posts the elements of a range by `post_one`, until one is not accepted, and then tells the workers of all. Elements of a range
  /// that is given away are given away too, unless it is a view of somebody else's.
  template <class Range, class PostOne>
  bulk_result post_each(Range&& range, PostOne post_one) {
    bulk_result done;
    const struct tell_workers {
      post_calls<C> posts;
      ~tell_workers() { post_calls<C>(posts).end_of_bulk(); }
    } at_the_end{posts()};
    for (auto&& each : range) {
      constexpr bool owns = !std::is_lvalue_reference_v<Range> && !std::ranges::view<std::remove_cvref_t<Range>>;
      using element = std::conditional_t<owns, std::remove_reference_t<decltype(each)>&&, decltype(each)>;
      done.last = post_one(static_cast<element>(each));
      if (done.last != post_result::accepted) break;
      ++done.accepted;
    }
    return done;
  }

  [[nodiscard]] engine::core<C>& core() noexcept { return engine_.core(); }
  [[nodiscard]] post_calls<C> posts() noexcept { return post_calls<C>(core()); }
  [[nodiscard]] wait_calls<C> waits() noexcept { return wait_calls<C>(core()); }
  [[nodiscard]] lifecycle<C> life() noexcept { return lifecycle<C>(core()); }

 private:
  pool_engine<C> engine_;
};

}  // namespace weir::engine

#endif
