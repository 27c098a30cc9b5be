// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BASIC_POOL_HPP
#define WEIR_BASIC_POOL_HPP

#include <weir/engine/config.hpp>
#include <weir/engine/lifecycle.hpp>
#include <weir/future.hpp>

#include <chrono>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// A worker pool in its one canonical form. Users write weir::pool<policies in any order...> or weir::thread_pool.
///
/// Every member function may be called from any thread, and from inside a task of the same pool where it does not say otherwise.
/// Visibility: whatever the caller did before a post is seen by the task; whatever a task did is seen by whoever learnt of its end
/// from wait_idle, join, run, or a future.
template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class Observer, class Platform>
class basic_pool {
  using engine_type = engine::lifecycle<engine::config<Queue, Workers, Blocking, Expiry, Panic, Growth, Parking, Observer, Platform>>;

 public:
  /// The policies, bound to the platform, for code that must know what it deals with.
  using config_type = engine::config<Queue, Workers, Blocking, Expiry, Panic, Growth, Parking, Observer, Platform>;
  using platform_type = Platform;
  using clock = typename Platform::clock;
  using time_point = typename clock::time_point;
  template <class R>
  using future_type = future<R, Platform>;

  /// Throws std::invalid_argument when the options contradict each other. A thread that the system refuses to growth::prestart is
  /// started later, by demand.
  explicit basic_pool(const options& o = {}) : engine_(o) {}

  /// **Drains**: refuses new tasks, runs all that were accepted, ends the workers. Calls std::terminate, with a message, from
  /// inside a task of the same pool.
  ~basic_pool() = default;

  basic_pool(const basic_pool&) = delete;
  basic_pool& operator=(const basic_pool&) = delete;

  /// Hands `f` over to be run once by some worker. An exception from `f` goes to the panic policy.
  ///
  /// When there is no room, the blocking policy decides: wait, answer `full`, or run `f` here. A worker of this pool never waits
  /// for room, since it might be the one to make it: it is answered `full`. After shutdown() or stop() the answer is `closed`.
  /// A refused `f` is destroyed, except when `f` is itself a weir::task: that is left as it was, and the caller still has it.
  /// Throws std::invalid_argument for an empty callable, and what moving `f` into a task throws (std::bad_alloc included); the
  /// pool is unchanged then. Constant time, apart from the waiting.
  template <class F>
  post_result post(F&& f) {
    return with_task(std::forward<F>(f), [this](task& t) { return engine_.post(t); });
  }

  /// As post, but neither waits nor runs `f` here: without room the answer is `full`.
  template <class F>
  post_result try_post(F&& f) {
    return with_task(std::forward<F>(f), [this](task& t) { return engine_.try_post(t); });
  }

  /// As post, but waits for room no longer than `d`; then the answer is `timed_out`. Needs a blocking policy that can wait.
  template <class F>
  post_result post_for(std::chrono::nanoseconds d, F&& f) {
    return post_until(engine_type::after(d), std::forward<F>(f));
  }

  /// As post_for, until `deadline` on the pool's clock.
  template <class F>
  post_result post_until(time_point deadline, F&& f) {
    static_assert(config_type::can_wait || !config_type::can_be_full,
                  "weir: post_for and post_until need a blocking policy that can wait; take blocking::wait or blocking::wait_at_most<N>; "
                  "see docs/policies/blocking.md");
    return with_task(std::forward<F>(f), [this, deadline](task& t) { return engine_.post_until(t, deadline); });
  }

  /// As post, and gives a future of what `f` returns or throws. When the pool refuses `f`, the future is ready and its get() throws
  /// not_run with the reason. Allocates what the two share.
  template <class F, class R = std::invoke_result_t<std::decay_t<F>&>>
  [[nodiscard]] future<R, Platform> submit(F&& f) {
    task::refuse_empty(f);
    auto* shared = new engine::outcome<R, Platform>(engine_.id());
    future<R, Platform> result(shared);
    using job = engine::submitted<std::decay_t<F>, R, Platform>;
    task t(job{engine::promise<R, Platform>(shared), std::forward<F>(f)});
    if (const post_result r = engine_.post(t); r != post_result::accepted) shared->refuse(r);
    return result;
  }

  /// Runs `f` on a worker and waits for it: returns its value or throws what it threw; throws not_run when the pool refuses it.
  /// Called from inside a task of this pool, runs `f` right there.
  template <class F>
  std::invoke_result_t<std::decay_t<F>&> run(F&& f) {
    if (engine_.inside()) {
      task::refuse_empty(f);
      return std::invoke(f);
    }
    return submit(std::forward<F>(f)).get();
  }

  /// Waits until, at one instant, no task waits or runs. The pool stays usable; any number of threads may wait. Throws
  /// std::system_error(resource_deadlock_would_occur) from inside a task of this pool.
  void wait_idle() { engine_.wait_idle(nullptr); }
  /// The same for `d` at most; false when it took longer.
  bool wait_idle_for(std::chrono::nanoseconds d) { return wait_idle_until(engine_type::after(d)); }
  bool wait_idle_until(time_point deadline) { return engine_.wait_idle(&deadline); }

  /// Changes both limits while the pool works. Growing lets waiting tasks and submitters in at once; shrinking lets the surplus
  /// workers go, idle ones now and busy ones after their task. Returns at once. Throws std::invalid_argument unless
  /// min_workers <= capacity and capacity >= 1.
  void resize(unsigned min_workers, unsigned capacity) { engine_.resize(min_workers, capacity); }

  /// Refuses new tasks from now on, answers `closed` to all who wait for room, and lets the workers finish what was accepted.
  /// Returns at once; join() waits. May be repeated.
  void shutdown() { engine_.shutdown(); }

  /// As shutdown(), and hands back the tasks that no worker had started, in the order of the queue. They have not run; the caller may
  /// run or destroy them. Destroying a submitted one completes its future with `cancelled`.
  [[nodiscard]] std::vector<task> stop() { return engine_.stop(); }

  /// Waits for the end that shutdown() or stop() began: every accepted task has run or was handed back, no submitter waits, every
  /// thread is gone. Does not begin the end itself. Throws std::system_error(resource_deadlock_would_occur) from inside a task of
  /// this pool. May be called by several threads.
  void join() { engine_.join(nullptr); }
  /// The same for `d` at most; false when it took longer.
  bool join_for(std::chrono::nanoseconds d) {
    const time_point deadline = engine_type::after(d);
    return engine_.join(&deadline);
  }

  /// Opens a pool that has stopped again, and says whether this call did so.
  bool restart() { return engine_.restart(); }

  [[nodiscard]] run_state state() { return engine_.state(); }
  /// A consistent picture of this instant. Takes the pool's lock.
  [[nodiscard]] weir::stats stats() { return engine_.stats(); }

 private:
  template <class F, class Use>
  static post_result with_task(F&& f, Use use) {
    if constexpr (std::is_same_v<std::remove_cvref_t<F>, task>) {
      static_assert(!std::is_const_v<std::remove_reference_t<F>>, "weir: a task is moved into the pool, so it must not be const");
      task::refuse_empty(f);
      return use(f);
    } else {
      task t(std::forward<F>(f));
      return use(t);
    }
  }

  engine_type engine_;
};

}  // namespace weir

#endif
