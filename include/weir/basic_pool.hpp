// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BASIC_POOL_HPP
#define WEIR_BASIC_POOL_HPP

#include <weir/bulk_result.hpp>
#include <weir/concepts/range.hpp>
#include <weir/engine/pool/config.hpp>
#include <weir/engine/pool/public_calls.hpp>
#include <weir/engine/pool/schedule_awaiter.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/stamped_task.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// A worker pool, in canonical form: the type that weir::pool<policies in any order...> and weir::thread_pool name.
///
/// Every member function may be called from any thread, and from inside a task of the same pool unless it says otherwise.
/// Visibility: what the caller did before a post is seen by the task; what a task did is seen by a thread that learnt of its end from wait_idle,
/// join, run, or a future.
template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class Wake, class Observer,
          class Platform, class Agents = agents::threads>
class basic_pool : public engine::public_calls<engine::config<Queue, Workers, Blocking, Expiry, Panic, Growth, Parking, Wake, Observer,
                                                              Platform, Agents, engine::queued_task<Observer, Platform>>> {
  using base = typename basic_pool::public_calls;

 public:
  using typename base::config_type;
  using typename base::time_point;
  template <class R>
  using future_type = future<R, Platform>;

  /// Throws std::invalid_argument when the options contradict each other. If the system refuses a thread to growth::prestart, it is started later,
  /// by demand.
  explicit basic_pool(const options& o = {}) : base(o) {}
  template <std::integral Number>
  basic_pool(Number) : base(options{}) {
    static_assert(!std::integral<Number>, "weir: a pool is made from weir::options: weir::thread_pool p({.capacity = 4})");
  }

  /// **Drains**: refuses new tasks, runs all that were accepted, ends the workers. Calls std::terminate, with a message, from inside a task of the
  /// same pool. Precondition: no other thread of the program is in a call of the pool, such as a post whose task is over already. Threads that weir
  /// itself has post or resume here (a continuation, a schedule(), a scheduler, Asio's handlers, what a coroutine waits for) are waited for.
  ~basic_pool() = default;

  basic_pool(const basic_pool&) = delete;
  basic_pool& operator=(const basic_pool&) = delete;

  /// Posts `f`, to be run once by a worker. An exception from `f` goes to the panic policy.
  ///
  /// There is room in the queue, with an idle worker, or with a new one. When there is none, the blocking policy decides: wait, answer `full`, run
  /// `f` here, drop a task, or start a worker more. A worker of this pool, and a thread that holds a pause of it, never wait for room, because the
  /// room may depend on them: they are answered `full`. After shutdown() or stop() the answer is `closed`. A refused `f` is destroyed, except a
  /// weir::task that was posted without token or context: that is left unchanged with the caller. Throws std::invalid_argument for an empty callable,
  /// and what moving `f` into a task throws (std::bad_alloc included); the pool is unchanged then. Constant time, apart from waiting.
  ///
  /// A callable whose call makes a weir::coroutine, or such a coroutine itself, runs as a coroutine: it may wait without holding a thread, and its
  /// task ends at the coroutine's end. See docs/light_workers.md
  ///
  /// `f` may be followed, in any order, by a std::stop_token (if a stop was requested when the task's turn comes, the task is destroyed without
  /// being run, and counted as cancelled), a weir::context (for the task and for the panic handler), a weir::from_here (the place of
  /// the post, for the panic policy), and the tag that the queue takes: a weir::level for queue::priority, a weir::key for queue::keyed.
  template <class F, class... Extras>
  post_result post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [this](auto& t, auto tag) { return this->posts().post(t, tag); }, std::forward<Extras>(extras)...);
  }

  /// As post, but neither waits nor runs `f` here: without room the answer is `full`. Only a pool to which the system gives no thread at all runs
  /// tasks on the posting thread.
  template <class F, class... Extras>
  post_result try_post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [this](auto& t, auto tag) { return this->posts().try_post(t, tag); }, std::forward<Extras>(extras)...);
  }

  /// `co_await pool.async_post(f)` in a coroutine that a pool runs, this one or another: as post, but holds no thread while it waits for room; the
  /// thread that finds room posts the task. In a task of this pool it waits too: the room must come from another task. In any other coroutine it
  /// throws std::logic_error when it has to wait. A refused `f` is destroyed, a weir::task too.
  /// Pass a named callable, `co_await pool.async_post(std::move(f))`: g++ 12 destroys twice what a lambda within the awaited expression captures by
  /// copy (GCC bug 100611).
  template <class F, class... Extras>
  [[nodiscard("weir: write co_await")]] basic_coroutine<post_result, Platform> async_post(F f, Extras... extras) {
    post_result answer{};
    if constexpr (engine::explain_callable<F&&, Platform>()) {
      const auto tag = tag_among(extras...);
      task::refuse_empty(f);
      typename config_type::task t(engine::as_callable<config_type>(std::move(f), std::move(extras)...));
      answer = co_await this->posts().async_post(t, tag);
    }
    co_return answer;
  }

  /// Posts each callable of a range, in order, and wakes workers once for all. Stops at the first that is not accepted; the blocking policy applies
  /// to each. Elements of an rvalue range are moved from, unless it is a view, which need not own them; a weir::task in an lvalue range is always
  /// taken, as by post. What may follow is as with post; each task gets a copy. Throws as post does; what was accepted before stays accepted.
  template <input_range Range, class... Extras>
  bulk_result post_bulk(Range&& range, const Extras&... extras) {
    return this->post_each(std::forward<Range>(range), [&, this](auto&& each) {
      return with_task(
          std::forward<decltype(each)>(each), [this](auto& t, auto tag) { return this->posts().post_of_bulk(t, tag); }, extras...);
    });
  }

  /// As post, but waits for room for at most `d`, as in wait_idle_for; then the answer is `timed_out`. Needs a blocking policy that can wait.
  template <class F, class... Extras>
  post_result post_for(platform::time_span d, F&& f, Extras&&... extras) {
    return post_until(platform::deadline_in<Platform>(d), std::forward<F>(f), std::forward<Extras>(extras)...);
  }

  /// As post_for, until `deadline`, as in wait_idle_until.
  template <class F, class... Extras>
  post_result post_until(platform::instant<typename base::clock> deadline, F&& f, Extras&&... extras) {
    static_assert(config_type::can_wait || !config_type::can_be_full,
                  "weir: post_for and post_until need a blocking policy that can wait; take blocking::wait or blocking::wait_at_most<N>; "
                  "see docs/policies/blocking.md");
    return with_task(
        std::forward<F>(f),
        [this, deadline = time_point(deadline)](auto& t, auto tag) { return this->posts().post_until(t, deadline, tag); },
        std::forward<Extras>(extras)...);
  }

  /// As post, and returns a future of what `f` returns or throws. When the pool refuses `f`, the future is ready and its get() throws not_run with
  /// the reason; if `f` makes a coroutine and the worker has no memory for it, std::bad_alloc. Allocates the state that the task and the future share.
  /// In a coroutine name the future, `auto x = pool.submit(f); co_await x;`: g++ 12 destroys twice what a lambda within the awaited expression captures
  /// by copy (GCC bug 100611).
  template <class F, class... Extras, class R = engine::result_of<F, Platform>>
  [[nodiscard]] future<R, Platform> submit(F&& f, Extras&&... extras) {
    if constexpr (engine::explain_callable<F, Platform>()) {
      task::refuse_empty(f);
      auto* shared = new engine::outcome<R, Platform>(this->core().id());
      future<R, Platform> result(shared);
      using job = engine::submission<F, R, Platform>;
      const auto post_or_refuse = [&](auto& t, auto tag) {
        const post_result r = this->posts().post(t, tag);
        if (r != post_result::accepted && t) shared->refuse(r);  // before the task is destroyed, which would set `cancelled`
        return r;
      };
      static_cast<void>(
          with_task(job{engine::promise<R, Platform>(shared), std::forward<F>(f)}, post_or_refuse, std::forward<Extras>(extras)...));
      return result;
    } else {
      return {};
    }
  }

  /// Runs `f` on a worker and waits for it: returns its value or throws what it threw; throws not_run when the pool refuses it. Called from inside
  /// a task of this pool, calls `f` directly and ignores the other arguments. Throws std::system_error(resource_deadlock_would_occur) when the
  /// calling thread holds a pause of the pool.
  template <class F, class... Extras>
  engine::result_of<F, Platform> run(F&& f, Extras&&... extras) {
    static_assert(!engine::coroutine_maker<std::decay_t<F>, Platform>,
                  "weir: run() blocks, and a coroutine must not: inside one, co_await it; elsewhere submit(f).get()");
    if constexpr (engine::explain_callable<F, Platform>()) {
      if (this->core().inside()) {
        task::refuse_empty(f);
        return std::invoke(f);
      }
      this->waits().refuse_under_own_pause("run");
      return submit(std::forward<F>(f), std::forward<Extras>(extras)...).get();
    }
  }

  /// `co_await pool.schedule()` in any coroutine: from there to its next wait the coroutine runs as a task of this pool. The result is the answer
  /// to a post: unless it is `accepted` the coroutine continues where it was, and with `cancelled`, when the task was handed back and destroyed,
  /// where that was done.
  /// A coroutine that a pool runs keeps its place in its own pool meanwhile, and continues there after its next wait; in its own pool schedule()
  /// lets the others that are ready go first. Without room it waits as with async_post, and holds no thread; a foreign coroutine blocks its thread.
  /// Where the coroutine is a visitor in this pool already, it continues at once. Inside a foreign coroutine, weir's own waits throw
  /// std::logic_error. A foreign coroutine must not be destroyed between the post and its continuation: the task refers to it. Throws what post
  /// throws.
  [[nodiscard("weir: write co_await")]] engine::schedule_awaiter<config_type> schedule() noexcept {
    return engine::schedule_awaiter<config_type>(this->core());
  }

  /// Takes back, in the order of the queue, the tasks that no worker has started. They have not run; the caller may run or destroy them. Destroying
  /// a submitted one completes its future with `cancelled`. The pool stays open. The tasks are appended to `others`; those for which there is no
  /// memory stay in the queue.
  [[nodiscard]] std::vector<task> purge(std::vector<task> others = {}) { return this->life().template purge<task>(std::move(others)); }

  /// As shutdown(), and hands back the tasks that no worker had started, in the order of the queue. They have not run; the caller may run or
  /// destroy them. Destroying a submitted one completes its future with `cancelled`.
  [[nodiscard]] std::vector<task> stop() { return this->life().template stop<task>(); }

 private:
  template <class... Extras>
  static auto tag_among(const Extras&... extras) {
    static_assert(engine::explain_extras<Extras...>());
    const auto tag = engine::tag_of(extras...);
    static_assert(config_type::template takes<decltype(tag)>,
                  "weir: this pool's queue takes no weir::level or weir::key; take queue::priority<Levels> or queue::keyed; see "
                  "docs/policies/queue.md");
    return tag;
  }
  template <class Use, class Tag>
  static post_result with_plain_task(task& f, Use& use, Tag tag) {
    if constexpr (std::is_same_v<typename config_type::task, task>) {
      return use(f, tag);
    } else {
      typename config_type::task t(std::move(f));
      const struct back_to_the_caller {
        task& from;
        task& to;
        ~back_to_the_caller() { to = std::move(from); }
      } if_refused{t, f};
      return use(t, tag);
    }
  }
  template <class F, class Use, class... Extras>
  static post_result with_task(F&& f, Use use, Extras&&... extras) {
    if constexpr (engine::explain_callable<F, Platform>()) {
      const auto tag = tag_among(extras...);
      constexpr bool is_task = std::is_same_v<std::remove_cvref_t<F>, task>;
      constexpr bool as_it_is = (engine::is_tag<std::remove_cvref_t<Extras>> && ...);  // no extra that the callable must carry
      static_assert(!is_task || !std::is_const_v<std::remove_reference_t<F>>,
                    "weir: a task is moved into the pool, so it must not be const");
      if constexpr (is_task || !as_it_is) task::refuse_empty(f);  // otherwise the task's constructor does
      if constexpr (is_task && as_it_is) {
        return with_plain_task(f, use, tag);
      } else {
        typename config_type::task t(engine::as_callable<config_type>(std::forward<F>(f), std::forward<Extras>(extras)...));
        return use(t, tag);
      }
    } else {
      return {};
    }
  }
};

}  // namespace weir

#endif
