// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_MULTI_POOL_HPP
#define WEIR_MULTI_POOL_HPP

#include <weir/balance.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core_access.hpp>
#include <weir/engine/pool/limits_of_all.hpp>
#include <weir/engine/pool/reaction.hpp>
#include <weir/engine/pool/waits_of_all.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/engine/task/submit_task.hpp>
#include <weir/engine/task/with_task.hpp>
#include <weir/future.hpp>
#include <weir/options.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

/// Several pools of one type with a common interface, so that their queues and locks are not shared by all workers and submitters.
///
/// `Balance` chooses the pool that is tried first; when a pool is full, the next one is tried. Only when all are full, the blocking policy of the
/// first one decides. Every member function may be called from any thread, and from inside tasks unless it says otherwise.
///
/// Cost:       one addition to a word that all submitters share, and what `Balance` costs. Tasks do not move from pool to pool.
/// Not for:    a few cores: one pool is simpler and keeps all workers busy. Order: tasks of different pools overtake each other.
/// Visibility: as that of the pools.
///
/// After MultiPool of github.com/panjf2000/ants.
template <class Pool, class Balance = balance::round_robin>
class multi_pool {
 public:
  using platform_type = typename Pool::platform_type;
  using clock = typename platform_type::clock;
  using time_point = typename clock::time_point;
  using pause_type = std::vector<decltype(std::declval<Pool&>().pause())>;

  /// Makes `pools` pools with the same options, so that together they may have `pools * each.capacity` workers. Throws std::invalid_argument if
  /// `pools` is 0, and what making a pool throws; the pools made before are destroyed then.
  explicit multi_pool(std::size_t pools, const options& each = {}) : rooms_(pools) {
    if (pools == 0) throw std::invalid_argument("weir: a multi_pool needs at least one pool");
    pools_.reserve(pools);
    for (auto& room : rooms_) pools_.push_back(&room.emplace(each));
  }

  /// **Drains** all pools. Posts of their tasks are answered `closed` meanwhile. Calls std::terminate, with a message, from inside a task of one of
  /// them.
  ~multi_pool() {
    if (inside()) {
      std::fputs("weir: a multi_pool must not be destroyed by one of its own tasks\n", stderr);
      std::terminate();
    }
    if (!pools_.front()->is_in_this_process()) return;
    shutdown();
    for (auto& p : pools_) {  // all must have ended before the first is destroyed
      try {
        p->join();
      } catch (...) {
        platform::report(std::current_exception(), "no call waited for the multi_pool, which is being destroyed");
      }
    }
    callers_.wait_until_gone();
  }

  multi_pool(const multi_pool&) = delete;
  multi_pool& operator=(const multi_pool&) = delete;

  /// As the pools' post, to the first pool with room. When all are full, the blocking policy of the first pool tried decides; a task of any
  /// of the pools never waits for room, because the task that would make it may wait for room too: it is answered `full`. A closed pool answers
  /// `closed`, and no other one is tried. A refusal by one pool counts as refused in stats() even if another pool accepts.
  template <class F, class... Extras>
  post_result post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [](Pool& p, task& t, auto... tag) { return p.post(t, tag...); }, std::forward<Extras>(extras)...);
  }
  /// As post, but neither waits nor runs `f` here: when all pools are full the answer is `full`.
  template <class F, class... Extras>
  post_result try_post(F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [](Pool&, task&, auto...) { return post_result::full; }, std::forward<Extras>(extras)...);
  }
  /// As post, but waits for room for at most `d`, a std::chrono::duration of any kind, at the pool that was tried first; then the answer is
  /// `timed_out`. From inside a task of any of the pools it does not wait: the answer is `full`. Needs a blocking policy that can wait.
  template <class F, class... Extras>
  post_result post_for(platform::time_span d, F&& f, Extras&&... extras) {
    return post_until(platform::deadline_in<platform_type>(d), std::forward<F>(f), std::forward<Extras>(extras)...);
  }
  /// The same until `deadline`, a time point of the pools' clock, as in the pools' post_until.
  template <class F, class... Extras>
  post_result post_until(platform::instant<clock> deadline, F&& f, Extras&&... extras) {
    return with_task(
        std::forward<F>(f), [deadline](Pool& p, task& t, auto... tag) { return p.post_until(deadline, t, tag...); },
        std::forward<Extras>(extras)...);
  }

  /// As post, and returns a future of what `f` returns or throws. When the pools refuse `f`, the future is ready and its get() throws not_run with
  /// the reason. A wait for it from inside a task of any of the pools throws std::system_error(resource_deadlock_would_occur) before there is an
  /// outcome, as with a single pool.
  template <class F, class... Extras, class R = engine::result_of<F, platform_type>>
  [[nodiscard]] future<R, platform_type> submit(F&& f, Extras&&... extras) {
    if constexpr (engine::explain_callable<F, platform_type>()) {
      static_assert(engine::explain_extras<Extras...>());
      const auto ask = [](Pool& p, task& mine, auto... tag) { return p.post(mine, tag...); };
      const auto post = [&, tag = engine::tag_of(extras...)](task& t) { return place(t, tag, ask); };
      return engine::submit_task<typename Pool::config_type, R>({rooms_.data(), bytes()}, std::forward<F>(f), post,
                                                                std::forward<Extras>(extras)...);
    } else {
      return {};
    }
  }

  /// Waits until no task of any pool is queued, suspended or running, even if they post to each other. Throws as the pools' wait_idle, what a task
  /// threw only when all pools are idle: the first exception; later ones are printed to standard error. Throws
  /// std::system_error(resource_deadlock_would_occur) from inside a task of one of them.
  void wait_idle() {
    refuse_inside("wait_idle");
    waits_.until_quiet(pools_, turn_, nullptr);
    waits_.rethrow_kept();
  }
  /// The same for at most `d`; false when it took longer.
  bool wait_idle_for(platform::time_span d) { return wait_idle_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, a time point of the pools' clock; false when it came first.
  bool wait_idle_until(platform::instant<clock> deadline) {
    refuse_inside("wait_idle_until");
    const time_point t = deadline;
    if (!waits_.until_quiet(pools_, turn_, platform::finite(t))) return false;
    return waits_.rethrow_kept(), true;
  }

  /// Pauses one pool after the other; all are paused until the guards are gone. It does not return while a task blocks on a task of another of the
  /// pools; a task that posts never blocks it, because no task waits for room. Throws std::system_error(resource_deadlock_would_occur) from inside
  /// a task of one of them; none is paused then.
  [[nodiscard]] pause_type pause() { return *pause_until(time_point::max()); }
  /// The same, but waits at most for `d`: nothing, and no pool is paused, if tasks still run then.
  [[nodiscard]] std::optional<pause_type> pause_for(platform::time_span d) { return pause_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, a time point of the pools' clock. All pools have the one deadline.
  [[nodiscard]] std::optional<pause_type> pause_until(platform::instant<clock> deadline) {
    refuse_inside("pause");
    pause_type guards;
    guards.reserve(pools_.size());
    for (auto& p : pools_) {
      auto one = p->pause_until(deadline);
      if (!one) return std::nullopt;
      guards.push_back(*std::move(one));
    }
    return guards;
  }
  /// Whether each pool is paused, so that no task of any begins; the pools are asked one after the other.
  [[nodiscard]] bool is_paused() { return std::ranges::all_of(pools_, &Pool::is_paused); }

  /// Changes the limits of each pool. Throws std::invalid_argument as the pools' resize, and std::bad_alloc; the pools that were changed then get their
  /// limits back. Of several calls at the same time none waits for another; when all have returned, all pools have the limits of one that succeeded.
  void resize(unsigned min_workers, unsigned capacity) { limits_.set(pools_, {min_workers, capacity}); }
  /// Closes all pools; they run what they have accepted. Returns at once; posts are answered `closed` from then on. May be repeated.
  void shutdown() {
    for (auto& p : pools_) p->shutdown();
  }
  /// Takes back the tasks that no worker has started, pool by pool. Those for which there is no memory stay in the queues.
  [[nodiscard]] std::vector<task> purge() {
    std::vector<task> all;
    for (auto& p : pools_) all = p->purge(std::move(all));
    return all;
  }
  /// As shutdown(), and hands back the tasks that no worker had started, pool by pool. Those for which there is no memory are run.
  [[nodiscard]] std::vector<task> stop() {
    shutdown();
    return purge();
  }
  /// Waits for the end of all pools, as the pools' join; throws as wait_idle does, what a task threw only when all pools have ended.
  void join() {
    refuse_inside("join");
    waits_.until_ended(pools_, nullptr);
    waits_.rethrow_kept();
  }
  /// The same for at most `d`; false when it took longer, with the stats of what is left.
  join_result join_for(platform::time_span d) { return join_until(platform::deadline_in<platform_type>(d)); }
  /// The same until `deadline`, as in wait_idle_until; both throw as join does.
  join_result join_until(platform::instant<clock> deadline) {
    refuse_inside("join_until");
    const time_point t = deadline;
    const bool ended = waits_.until_ended(pools_, platform::finite(t));
    if (ended) waits_.rethrow_kept();
    return {ended, stats()};
  }
  /// A token that is stopped when the pools are closed, or the first of them alone is; after restart() get a new one. Otherwise as the pools'.
  [[nodiscard]] std::stop_token closing_token() { return pools_.front()->closing_token(); }
  /// Opens the pools again if all have stopped. True if this call did so for all. Throws std::system_error(resource_deadlock_would_occur) from
  /// inside a task of one of them.
  bool restart() {
    refuse_inside("restart");
    if (state() != run_state::stopped) return false;
    bool all = true;
    for (auto& p : pools_) all = p->restart() && all;
    return all;
  }

  /// The name that the options give to each of the pools.
  [[nodiscard]] const std::string& name() noexcept { return pools_.front()->name(); }
  /// The options of each pool, as the pools' asked().
  [[nodiscard]] const options& asked() noexcept { return pools_.front()->asked(); }

  /// `open` if any pool is, else `closing` if any is, else `stopped`.
  [[nodiscard]] run_state state() {
    auto least = run_state::stopped;
    for (auto& p : pools_) least = std::min(least, p->state());
    return least;
  }
  /// The sums. Each pool's share is a snapshot; the snapshots are taken one after the other.
  [[nodiscard]] weir::stats stats() {
    weir::stats sum;
    for (auto& p : pools_) sum += p->stats();
    return sum;
  }

  /// The number of pools, and one of them. A single pool may be closed: tasks that would go there are answered `closed`. A call to a single pool
  /// knows only that pool: a task of another pool that posts to it may wait for room.
  [[nodiscard]] std::size_t size() const noexcept { return pools_.size(); }
  [[nodiscard]] Pool& operator[](std::size_t i) noexcept { return *pools_[i]; }
  /// For weir's own use: who has to leave before the pools are destroyed.
  [[nodiscard]] engine::call_guard<platform_type>* callers() noexcept { return &callers_; }
  /// For weir's own use: what the last parallel loops of each kind were.
  [[nodiscard]] engine::loop_lengths<platform_type>* loop_lengths() noexcept { return engine::loop_lengths_of(*pools_[0]); }

 private:
  [[nodiscard]] std::size_t bytes() const noexcept { return rooms_.size() * sizeof(rooms_[0]); }
  /// The calling thread runs a task of one of the pools.
  [[nodiscard]] bool inside() const noexcept { return engine::task_frame<platform_type>::inside(rooms_.data(), bytes()); }
  void refuse_inside(const char* call) const {
    if (inside()) engine::refuse_deadlock(std::string(call) + " was called by a task of a pool it waits for");
  }

  template <class F, class Ask, class... Extras>
  post_result with_task(F&& f, Ask when_all_are_full, Extras&&... extras) {
    static_assert(engine::explain_extras<Extras...>());
    const auto tag = engine::tag_of(extras...);
    const auto make = [](auto&&... all) -> decltype(auto) {
      return engine::as_callable<typename Pool::config_type>(std::forward<decltype(all)>(all)...);
    };
    const auto place_it = [&](task& t) { return place(t, tag, when_all_are_full); };
    return engine::with_task(std::forward<F>(f), make, place_it, std::forward<Extras>(extras)...);
  }
  template <class Tag, class Ask>
  post_result place(task& t, Tag tag, Ask when_all_are_full) {
    return engine::with_tag(tag, [&](auto... its) { return place_with(t, when_all_are_full, its...); });
  }
  template <class Ask, class... Tag>
  post_result place_with(task& t, Ask when_all_are_full, Tag... tag) {
    // [SHARD-1] relaxed, alone: a turn; a wait for idle pools reads it after what the tasks' ends have shown.
    const std::size_t first = Balance::choose(pools_, turn_.fetch_add(1, std::memory_order_relaxed));
    for (std::size_t i = 0; i != pools_.size(); ++i) {
      const post_result r = pools_[(first + i) % pools_.size()]->try_post(t, tag...);
      if (r != post_result::full) return r;
    }
    if constexpr (Pool::config_type::can_wait) {
      if (engine::reaction<typename Pool::config_type>::waits(engine::core_access::of(*pools_[first])) && inside())
        return post_result::full;
    }
    return when_all_are_full(*pools_[first], t, tag...);
  }

  std::vector<std::optional<Pool>> rooms_;  // side by side, so that one comparison tells whether a frame belongs to one of them
  std::vector<Pool*> pools_;
  engine::limits_of_all<platform_type> limits_;
  engine::waits_of_all<platform_type> waits_;
  engine::call_guard<platform_type> callers_;
  typename platform_type::template atomic<std::uint64_t> turn_{0};
};

}  // namespace weir

#endif
