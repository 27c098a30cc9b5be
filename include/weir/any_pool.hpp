// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ANY_POOL_HPP
#define WEIR_ANY_POOL_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/submit_task.hpp>
#include <weir/engine/task/with_task.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <memory>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace weir {

class registry;

namespace engine {

template <class Pool>
inline constexpr bool is_shared = false;
template <class Pool>
inline constexpr bool is_shared<std::shared_ptr<Pool>> = true;

}  // namespace engine

/// A pool of any type, for functions that take a pool and are no templates: `void load(weir::any_pool pool);`, and `load(my_pool)`.
///
/// It refers to a weir::pool, thread_pool, light_pool, preset or multi_pool; copies refer to the same one, and there is none that refers to no pool.
/// Made of a pool it does not own it: the pool must outlive it. Made of a std::shared_ptr it is an owner of the pool; the last owner drains the pool.
/// A task_group takes an any_pool as it takes a pool. Every member function may be called from any thread, and from inside a task of the pool
/// unless the pool's own function says otherwise.
///
/// Cost:       three pointers; an indirect call per post, and a callable that is not moved into the queue's slot in one step (bench: weir_any).
/// Not for:    tags (weir::level, weir::key), pause(), purge() and stop(): these need the pool's type. A function_pool, which queues arguments.
/// Visibility: that of the pool.
///
/// After the Pool interface of github.com/bytedance/gopkg util/gopool.
template <class P>
class basic_any_pool {
 public:
  using platform_type = P;
  using clock = typename P::clock;
  using time_point = typename clock::time_point;
  template <class R>
  using future_type = future<R, P>;

  /// Refers to `pool`, which must outlive this object and its copies.
  template <class Pool>
    requires(!std::is_same_v<std::remove_const_t<Pool>, basic_any_pool> && !engine::is_shared<std::remove_const_t<Pool>>)
  basic_any_pool(Pool& pool) noexcept
      : pool_(std::shared_ptr<void>(), const_cast<std::remove_const_t<Pool>*>(std::addressof(pool))), calls_(checked<Pool>()) {}
  /// Owns a share of `pool`. Precondition: `pool` is not null.
  template <class Pool>
  basic_any_pool(std::shared_ptr<Pool> pool) noexcept
      : pool_(std::const_pointer_cast<std::remove_const_t<Pool>>(std::move(pool))), calls_(checked<Pool>()) {}
  basic_any_pool(const basic_any_pool&) noexcept = default;  // a move copies: there is no any_pool without a pool
  basic_any_pool& operator=(const basic_any_pool&) noexcept = default;
  ~basic_any_pool() = default;

  /// As the pool's post: `f` may be followed by a std::stop_token, a weir::context and a weir::from_here.
  template <class F, class... Extras>
  post_result post(F&& f, Extras&&... extras) const {
    return with_task(
        std::forward<F>(f), [this](task& t) { return calls_->post(pool_.get(), t); }, std::forward<Extras>(extras)...);
  }
  /// As the pool's try_post: neither waits nor runs `f` here.
  template <class F, class... Extras>
  post_result try_post(F&& f, Extras&&... extras) const {
    return with_task(
        std::forward<F>(f), [this](task& t) { return calls_->try_post(pool_.get(), t); }, std::forward<Extras>(extras)...);
  }
  /// As the pool's post_for and post_until; where the pool's blocking policy never waits, as post.
  template <class F, class... Extras>
  post_result post_for(platform::time_span d, F&& f, Extras&&... extras) const {
    return post_until(platform::deadline_in<P>(d), std::forward<F>(f), std::forward<Extras>(extras)...);
  }
  template <class F, class... Extras>
  post_result post_until(platform::instant<clock> deadline, F&& f, Extras&&... extras) const {
    return with_task(
        std::forward<F>(f), [&, this](task& t) { return calls_->post_until(pool_.get(), t, deadline); }, std::forward<Extras>(extras)...);
  }
  /// As the pool's submit: a future of what `f` returns or throws, or of the reason why it did not run.
  template <class F, class... Extras, class R = engine::result_of<F, P>>
  [[nodiscard]] future<R, P> submit(F&& f, Extras&&... extras) const {
    if constexpr (engine::explain_callable<F, P>()) {
      static_assert(explain_no_tag<Extras...>());
      const auto post = [this](task& t) { return calls_->post(pool_.get(), t); };
      return engine::submit_task<engine::config_of_any<P>, R>(place(), std::forward<F>(f), post, std::forward<Extras>(extras)...);
    } else {
      return {};
    }
  }

  /// As the pool's functions of these names.
  void wait_idle() const { calls_->wait_idle(pool_.get(), nullptr); }
  bool wait_idle_for(platform::time_span d) const { return wait_idle_until(platform::deadline_in<P>(d)); }
  bool wait_idle_until(platform::instant<clock> deadline) const {
    const time_point t = deadline;
    return calls_->wait_idle(pool_.get(), &t);
  }
  void shutdown() const { calls_->shutdown(pool_.get()); }
  void join() const { calls_->join(pool_.get(), nullptr); }
  /// False when it took longer, with the stats of what is left, those of a multi_pool too.
  join_result join_for(platform::time_span d) const { return join_until(platform::deadline_in<P>(d)); }
  join_result join_until(platform::instant<clock> deadline) const {
    const time_point t = deadline;
    const bool ended = calls_->join(pool_.get(), &t);
    return {ended, stats()};
  }
  void resize(unsigned min_workers, unsigned capacity) const { calls_->resize(pool_.get(), min_workers, capacity); }
  [[nodiscard]] run_state state() const { return calls_->state(pool_.get()); }
  [[nodiscard]] weir::stats stats() const { return calls_->stats(pool_.get()); }
  [[nodiscard]] const std::string& name() const { return calls_->name(pool_.get()); }

  /// As the pool's; a multi_pool has none, and its token is never stopped.
  [[nodiscard]] std::stop_token closing_token() const { return calls_->closing_token(pool_.get()); }

  /// Refers to the same pool, which must outlive the result, and owns no share of it: for tasks of the pool, which must not release its last share.
  [[nodiscard]] basic_any_pool unowned() const noexcept { return {std::shared_ptr<void>(std::shared_ptr<void>(), pool_.get()), *calls_}; }

  /// For weir's own use: where the frames of the pool's tasks find it.
  [[nodiscard]] engine::pool_place place() const noexcept { return calls_->place(pool_.get()); }
  /// For weir's own use: who has to leave before the pool is destroyed; null: no thread has to.
  [[nodiscard]] engine::call_guard<P>* callers() const noexcept { return calls_->callers(pool_.get()); }

  /// Both refer to the same pool.
  [[nodiscard]] friend bool operator==(const basic_any_pool& a, const basic_any_pool& b) noexcept { return a.pool_.get() == b.pool_.get(); }

 private:
  friend class registry;
  using calls = engine::pool_calls<P>;

  basic_any_pool(std::shared_ptr<void> pool, const calls& known) noexcept : pool_(std::move(pool)), calls_(&known) {}

  template <class Pool>
  static constexpr const calls* checked() noexcept {
    static_assert(!std::is_const_v<Pool>, "weir: an any_pool posts to its pool, so the pool must not be const");
    constexpr bool fits = engine::queues_tasks<std::remove_const_t<Pool>, P>;
    static_assert(fits,
                  "weir: an any_pool refers to a pool that queues callables, such as weir::pool or weir::multi_pool; "
                  "a function_pool queues arguments; see docs/pools.md");
    if constexpr (fits)
      return &engine::calls_of<std::remove_const_t<Pool>>;
    else
      return nullptr;
  }

  template <class... Extras>
  static consteval bool explain_no_tag() {
    static_assert((!engine::is_tag<std::remove_cvref_t<Extras>> && ...),
                  "weir: an any_pool does not know whether its queue takes a weir::level or a weir::key; post these to the pool itself");
    return engine::explain_extras<Extras...>();
  }

  template <class F, class Use, class... Extras>
  static post_result with_task(F&& f, Use use, Extras&&... extras) {
    if constexpr (engine::explain_callable<F, P>()) {
      static_assert(explain_no_tag<Extras...>());
      const auto make = [](auto&&... all) -> decltype(auto) {
        return engine::as_callable<engine::config_of_any<P>>(std::forward<decltype(all)>(all)...);
      };
      return engine::with_task(std::forward<F>(f), make, use, std::forward<Extras>(extras)...);
    } else {
      return {};
    }
  }

  std::shared_ptr<void> pool_;  // without a count when it owns nothing
  const calls* calls_;
};

using any_pool = basic_any_pool<platform::native>;

}  // namespace weir

#endif
