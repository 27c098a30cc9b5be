// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SHARE_HPP
#define WEIR_SHARE_HPP

#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/runs_callables.hpp>
#include <weir/engine/task/share_state.hpp>
#include <weir/engine/task/submit_task.hpp>
#include <weir/engine/task/with_task.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// How much of its pool a share takes.
struct share_options {
  /// The most tasks of the share that run at the same time. As many are in the pool, queued or running, and more only while posts of several
  /// threads are being answered. At least 1.
  unsigned capacity = 1;
  /// The most tasks that wait in the share, besides those in the pool. Without room a post is answered `full`; it never waits for room in the share.
  std::size_t queue_limit = std::numeric_limits<std::size_t>::max();
};

/// A share of a pool: `weir::share part(pool, {.capacity = 4});`. At most 4 of the pool's workers at a time run what is posted through it. It has no
/// thread: up to `capacity` of its tasks are in the pool, queued or running, and the others wait in the share, in the order of their posts.
///
/// Fairness:   a task that ends posts the next one to the pool, behind what others have posted meanwhile. So a share that is full of tasks keeps
///             no worker from the rest of the pool for longer than one task. Only where the pool has no room then, or is closed, the same worker
///             runs the next task at once, and the pool's stats() count both as one.
/// Promise:    an accepted task runs, unless stop() or purge() hands it back, or the pool hands it back or drops it. See docs/pools.md
/// Not for:    coroutines: a suspended one holds no worker; weir::async_semaphore limits those.
/// Cost:       one allocation, four short locks and a post to the pool for each task.
/// Visibility: what the caller did before a post is seen by the task; what the tasks did is seen by a thread that returns from wait_idle().
///
/// The pool may be a weir::pool, light_pool, preset, multi_pool, any_pool, or a share. Every member function may be called from any thread, and from
/// inside tasks unless it says otherwise. A task_group or an algorithm takes a share where it takes a pool, and may be waited for inside tasks.
///
/// After the subpools of github.com/alitto/pond and oneTBB's task_arena.
template <class Pool>
class share {
  static_assert(std::is_class_v<Pool>, "weir: a share is made of a pool, which has the workers: weir::share part(pool, {.capacity = 4})");
  static_assert(engine::explain_runs_callables<Pool>());

 public:
  using platform_type = typename Pool::platform_type;
  using clock = typename platform_type::clock;
  using time_point = typename clock::time_point;
  template <class R>
  using future_type = future<R, platform_type>;
  using takes_no_coroutines = void;

  /// The pool must outlive the share. Throws std::invalid_argument if the capacity is 0.
  explicit share(Pool& pool, const share_options& o) : pool_(pool), state_(pool, checked(o).capacity, o.queue_limit) {}
  share(const share&) = delete;
  share& operator=(const share&) = delete;

  /// **Drains**: refuses new tasks and waits, as wait_idle() does; an exception of a task that it has to run itself is printed. Tasks that the pool
  /// has handed back must be run or destroyed first. Calls std::terminate, with a message, from inside a task of the pool.
  ~share() {
    if (inside()) {
      std::fputs("weir: a share must not be destroyed by a task of its pool\n", stderr);
      std::terminate();
    }
    shutdown();
    while (!ended()) {
    }
    callers_.wait_until_gone();
  }

  /// Posts `f`, to be run once by a worker of the pool. An exception from `f` goes to the pool's panic policy.
  ///
  /// With fewer than `capacity` tasks in the pool, `f` is posted there, and the answer is the pool's: its blocking policy decides when it is full.
  /// Otherwise `f` waits in the share: `accepted`, or `full` beyond queue_limit. After shutdown() or stop() the answer is `closed`. A refused `f`
  /// is destroyed, except a weir::task that was posted without token or context: that is left unchanged with the caller. `f` may be followed by a
  /// std::stop_token, a weir::context and a weir::from_here, as in a post to the pool. Throws std::invalid_argument for an empty callable, and what
  /// moving `f` into a task throws (std::bad_alloc included); the share is unchanged then. Constant time, apart from the pool's waiting.
  template <class F, class... Extras>
  post_result post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [](Pool& p, task& t) { return p.post(t); }, std::forward<Extras>(extras)...);
  }
  /// As post, but neither waits nor runs `f` here: without room in the pool the answer is `full`.
  template <class F, class... Extras>
  post_result try_post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [](Pool& p, task& t) { return p.try_post(t); }, std::forward<Extras>(extras)...);
  }
  /// As post, but waits for room in the pool for at most `d`; then the answer is `timed_out`. Needs a pool that has it, and so a blocking policy that
  /// can wait.
  template <class F, class... Extras>
  post_result post_for(platform::time_span d, F&& f, Extras&&... extras) {
    return post_until(platform::deadline_in<platform_type>(d), std::forward<F>(f), std::forward<Extras>(extras)...);
  }
  /// The same until `deadline`, a time point of the pool's clock.
  template <class F, class... Extras>
  post_result post_until(platform::instant<clock> deadline, F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [&](Pool& p, task& t) { return p.post_until(deadline, t); }, std::forward<Extras>(extras)...);
  }
  /// As post, and returns a future of what `f` returns or throws, or of the reason why it did not run. A wait for it inside a task of the pool
  /// throws std::system_error(resource_deadlock_would_occur) before there is an outcome. A wait for it is none for the share: a task that stays in the
  /// share, because the pool has handed back the last of the share's tasks and was full then, is let in by the next post to the share or wait for it.
  template <class F, class... Extras, class R = engine::result_of<F, platform_type>>
  [[nodiscard]] future<R, platform_type> submit(F&& f, Extras&&... extras) {
    if constexpr (engine::explain_submitted<share, F>()) {
      static_assert(explain_no_tag<Extras...>());
      const auto post = [this](task& t) { return state_.add(t, [](Pool& p, task& call) { return p.post(call); }); };
      return engine::submit_task<engine::config_of_any<platform_type>, R>(place(), std::forward<F>(f), post,
                                                                          std::forward<Extras>(extras)...);
    } else {
      return {};
    }
  }
  /// Runs `f` as submit does and waits for it, as for its future: returns its value, or throws what it threw; throws not_run when it is refused, and
  /// std::system_error(resource_deadlock_would_occur) inside a task of the pool.
  template <class F, class... Extras>
  engine::result_of<F, platform_type> run(F&& f, Extras&&... extras) {
    refuse_inside("run");
    return submit(std::forward<F>(f), std::forward<Extras>(extras)...).get();
  }

  /// Waits until no task of the share is left, in the share or in the pool. Tasks that are posted meanwhile prolong it. Throws
  /// std::system_error(resource_deadlock_would_occur) from inside a task of the pool, whose worker the share may need; there wait for a task_group
  /// of the share, which works meanwhile.
  ///
  /// Tasks that wait in the share after the pool has handed back or dropped the others, and that it refuses to take, run on the calling thread, as do
  /// those of a share of which this is one. What they throw leaves the call; the next call runs the rest.
  void wait_idle() {
    refuse_inside("wait_idle");
    state_.wait(nullptr);
  }
  /// The same for at most `d`, any std::chrono::duration, and the time of the tasks that it runs; false when it took longer.
  bool wait_idle_for(platform::time_span d) { return wait_idle_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, a time point of the pool's clock.
  bool wait_idle_until(platform::instant<clock> deadline) {
    refuse_inside("wait_idle_until");
    const time_point t = deadline;
    return state_.wait(platform::finite(t));
  }

  /// Refuses new tasks from now on; those that were accepted run. Returns at once; wait_idle() waits. May be repeated. The pool stays open.
  void shutdown() { state_.close(); }
  /// Takes back the tasks that wait in the share, in the order of their posts; the tasks in the pool, at most `capacity`, run. The result is to be
  /// used as that of the pool's purge(). The tasks are appended to `others`; those for which there is no memory stay in the share.
  [[nodiscard]] std::vector<task> purge(std::vector<task> others = {}) {
    state_.purge(others);
    return others;
  }
  /// As shutdown() and purge().
  [[nodiscard]] std::vector<task> stop() {
    shutdown();
    return purge();
  }

  /// `open`; after shutdown() `closing` while a task is left, then `stopped`.
  [[nodiscard]] run_state state() { return state_.state(); }
  /// A snapshot: `running`, which `workers` repeats, `queued` in the share and in the pool, and `capacity`; the other numbers are 0.
  [[nodiscard]] weir::stats stats() { return state_.stats(); }

  /// For weir's own use: where the frames of the pool's tasks find it.
  [[nodiscard]] engine::pool_place place() const noexcept { return engine::place_of(pool_); }
  /// For weir's own use: who has to leave before the share is destroyed.
  [[nodiscard]] engine::call_guard<platform_type>* callers() noexcept { return &callers_; }
  /// For weir's own use: what the last parallel loops of each kind were.
  [[nodiscard]] engine::loop_lengths<platform_type>* loop_lengths() noexcept { return engine::loop_lengths_of(pool_); }
  /// For weir's own use: what a share of this share needs of it.
  [[nodiscard]] engine::share_state<Pool>& core() noexcept { return state_; }

 private:
  static const share_options& checked(const share_options& o) {
    if (o.capacity == 0)
      throw std::invalid_argument("weir: a share needs room for at least one task: weir::share part(pool, {.capacity = 4})");
    return o;
  }
  template <class... Extras>
  static consteval bool explain_no_tag() {
    static_assert((!engine::is_tag<std::remove_cvref_t<Extras>> && ...),
                  "weir: a share has one order, that of its posts; post what has a weir::level or a weir::key to the pool itself");
    return engine::explain_extras<Extras...>();
  }
  [[nodiscard]] bool inside() const noexcept {
    const engine::pool_place where = place();
    return engine::task_frame<platform_type>::inside(where.begin, where.bytes);
  }
  void refuse_inside(const char* call) const {
    if (inside()) engine::refuse_deadlock(std::string(call) + " of a share was called by a task of its pool");
  }
  bool ended() noexcept {
    try {
      return state_.wait(nullptr);
    } catch (...) {
      platform::report(std::current_exception(), "no call waited for the share, which is being destroyed");
      return false;
    }
  }
  template <class F, class Ask, class... Extras>
  post_result with_task(F&& f, Ask ask, Extras&&... extras) {
    if constexpr (engine::explain_submitted<share, F>()) {
      static_assert(explain_no_tag<Extras...>());
      const auto make = [](auto&&... all) -> decltype(auto) {
        return engine::with_extras<platform_type>(std::forward<decltype(all)>(all)...);
      };
      const auto add = [&](task& t) { return state_.add(t, ask); };
      return engine::with_task(std::forward<F>(f), make, add, std::forward<Extras>(extras)...);
    } else {
      return {};
    }
  }

  Pool& pool_;
  engine::share_state<Pool> state_;
  engine::call_guard<platform_type> callers_;
};
template <class Pool>
share(Pool&&, const share_options&) -> share<std::remove_reference_t<Pool>>;

}  // namespace weir

#endif
