// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_SUSPENDING_HPP
#define WEIR_VERIFY_POOL_SUSPENDING_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/support/budgets.hpp>

#include <chrono>
#include <functional>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// How they wait: for another turn, or until their time has come.
struct by_yielding {
  static constexpr allowance allowed{.spawned = 4};
  template <class P>
  static auto wait() {
    return yield<P>();
  }
};
struct by_sleeping {
  static constexpr allowance allowed{.spawned = 4, .timeouts = 40, .spawn_faults = false};
  template <class P>
  static auto wait() {
    return sleep_for<P>(std::chrono::milliseconds(1));
  }
};

/// A pool, each of whose tasks waits before it does what was posted. So every scenario that knows nothing of coroutines becomes one about
/// them.
template <class Pool, class Wait = by_yielding>
class suspending : public Pool {
 public:
  using P = typename Pool::platform_type;
  using Pool::Pool;
  /// A pool of threads starts and wakes them for the waits too.
  static constexpr allowance allowed = Pool::config_type::agents::suspends ? allowance{} : Wait::allowed;

  template <class F, class... Extras>
  post_result post(F&& f, Extras&&... extras) {
    return Pool::post(late<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  }
  template <class F, class... Extras>
  post_result try_post(F&& f, Extras&&... extras) {
    return Pool::try_post(late<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  }
  template <class F, class... Extras>
  post_result post_for(std::chrono::nanoseconds d, F&& f, Extras&&... extras) {
    return Pool::post_for(d, late<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  }
  template <class F, class... Extras>
  auto submit(F&& f, Extras&&... extras) {
    return Pool::submit(late<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  }

 private:
  template <class F>
  struct late {
    F f;
    basic_coroutine<std::invoke_result_t<F&>, P> operator()() { return wait_first(f); }
    static basic_coroutine<std::invoke_result_t<F&>, P> wait_first(F& f) {
      if (engine::task_frame<P>::innermost()->light != nullptr) co_await Wait::template wait<P>();  // not where it was handed back to
      if constexpr (std::is_void_v<std::invoke_result_t<F&>>)
        std::invoke(f);
      else
        co_return std::invoke(f);
    }
  };
};

template <class Pool>
using suspending_once = suspending<Pool>;

}  // namespace weir::verify

#endif
