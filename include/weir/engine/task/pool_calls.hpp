// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_POOL_CALLS_HPP
#define WEIR_ENGINE_TASK_POOL_CALLS_HPP

#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <cstddef>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// The memory in which a pool's frames find it: that of the pool, or of all pools of a multi_pool.
struct pool_place {
  const void* begin;
  std::size_t bytes;
};

template <class Pool>
concept of_several_pools = requires(Pool& p) {
  { p.size() } -> std::convertible_to<std::size_t>;
  p[std::size_t{}].stats();
};

/// Where the frames of a pool's tasks find it.
template <class Pool>
[[nodiscard]] pool_place place_of(Pool& p) noexcept {
  if constexpr (requires { p.place(); }) {
    return p.place();
  } else if constexpr (of_several_pools<Pool>) {
    const auto* begin = reinterpret_cast<const std::byte*>(&p[0]);
    return {begin, static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&p[p.size() - 1]) - begin) + sizeof(p[0])};
  } else {
    return {&p, sizeof(Pool)};
  }
}

/// Where a thread is counted that posts to a pool without a call that the pool's users know of; null if the pool does not ask for it.
template <class Pool>
[[nodiscard]] call_guard<typename Pool::platform_type>* callers_of(Pool& pool) noexcept {
  if constexpr (requires { pool.callers(); })
    return pool.callers();
  else
    return nullptr;
}

/// While the result lives, the pool's end waits for the calling thread, if the pool asks for it.
template <class Pool>
[[nodiscard]] auto counted_in(Pool& pool) noexcept {
  if constexpr (requires { pool.callers(); })
    return typename call_guard<typename Pool::platform_type>::call(callers_of(pool));
  else
    return nullptr;
}

/// What a task of a pool may refer to the pool by: not the caller's any_pool, which need not outlive the call.
template <class Pool>
decltype(auto) kept_by_a_task(Pool& pool) noexcept {
  if constexpr (requires { pool.unowned(); })
    return pool.unowned();
  else
    return pool;
}

/// The calls of a pool whose type is not known. Times are null for a wait without end.
template <class P>
struct pool_calls {
  using time_point = typename P::clock::time_point;

  post_result (*post)(void* pool, task& t);
  post_result (*try_post)(void* pool, task& t);
  post_result (*post_until)(void* pool, task& t, const time_point& deadline);
  bool (*wait_idle)(void* pool, const time_point* deadline);
  bool (*join)(void* pool, const time_point* deadline);
  void (*shutdown)(void* pool);
  void (*resize)(void* pool, unsigned min_workers, unsigned capacity);
  run_state (*state)(void* pool);
  weir::stats (*stats)(void* pool);
  const std::string& (*name)(void* pool);
  pool_place (*place)(void* pool);
  call_guard<P>* (*callers)(void* pool);
  std::stop_token (*closing_token)(void* pool);
};

/// True if a Pool queues callables, coroutines among them, on the platform P.
template <class Pool, class P>
inline constexpr bool queues_tasks = false;
template <class Pool, class P>
  requires requires { typename Pool::config_type::task; }
inline constexpr bool queues_tasks<Pool, P> = std::derived_from<typename Pool::config_type::task, task> &&
                                              std::same_as<typename Pool::platform_type, P> && takes_coroutines<typename Pool::config_type>;
template <of_several_pools Pool, class P>
  requires(!requires { typename Pool::config_type::task; })
inline constexpr bool queues_tasks<Pool, P> = queues_tasks<std::remove_reference_t<decltype(std::declval<Pool&>()[0])>, P>;

/// False if a Pool's post_until() is refused by the compiler.
template <class Pool>
inline constexpr bool waits_for_room = Pool::config_type::can_wait || !Pool::config_type::can_be_full;
template <of_several_pools Pool>
  requires(!requires { typename Pool::config_type; })
inline constexpr bool waits_for_room<Pool> = waits_for_room<std::remove_reference_t<decltype(std::declval<Pool&>()[0])>>;

/// The calls of a Pool.
template <class Pool>
inline constexpr pool_calls<typename Pool::platform_type> calls_of{
    .post = [](void* p, task& t) { return static_cast<Pool*>(p)->post(t); },
    .try_post = [](void* p, task& t) { return static_cast<Pool*>(p)->try_post(t); },
    .post_until =
        [](void* p, task& t, const typename Pool::time_point& deadline) {
          if constexpr (waits_for_room<Pool>)
            return static_cast<Pool*>(p)->post_until(deadline, t);
          else
            return static_cast<Pool*>(p)->post(t);
        },
    .wait_idle =
        [](void* p, const typename Pool::time_point* deadline) {
          return deadline == nullptr ? (static_cast<Pool*>(p)->wait_idle(), true) : static_cast<Pool*>(p)->wait_idle_until(*deadline);
        },
    .join =
        [](void* p, const typename Pool::time_point* deadline) {
          return deadline == nullptr ? (static_cast<Pool*>(p)->join(), true) : bool(static_cast<Pool*>(p)->join_until(*deadline));
        },
    .shutdown = [](void* p) { static_cast<Pool*>(p)->shutdown(); },
    .resize = [](void* p, unsigned min_workers, unsigned capacity) { static_cast<Pool*>(p)->resize(min_workers, capacity); },
    .state = [](void* p) { return static_cast<Pool*>(p)->state(); },
    .stats = [](void* p) { return static_cast<Pool*>(p)->stats(); },
    .name = [](void* p) -> const std::string& { return static_cast<Pool*>(p)->name(); },
    .place = [](void* p) { return place_of(*static_cast<Pool*>(p)); },
    .callers = [](void* p) { return callers_of(*static_cast<Pool*>(p)); },
    .closing_token =
        []([[maybe_unused]] void* p) {
          if constexpr (requires(Pool& pool) { pool.closing_token(); })
            return static_cast<Pool*>(p)->closing_token();
          else
            return std::stop_token();
        },
};

}  // namespace weir::engine

#endif
