// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_STARTER_HPP
#define WEIR_ENGINE_STARTER_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/started.hpp>

#include <coroutine>
#include <functional>
#include <type_traits>
#include <utility>

namespace weir::engine {

template <class F, class P>
inline constexpr bool makes_coroutine = false;
template <class T, class P>
inline constexpr bool makes_coroutine<basic_coroutine<T, P>, P> = true;
/// Does calling an F make a coroutine?
template <class F, class P>
concept coroutine_maker = makes_coroutine<std::invoke_result_t<F&>, P>;

/// What a post makes of a callable whose call makes a coroutine: the task that starts it.
///
/// The coroutine may refer to the callable, so the callable moves, before it is called, to where both stay until the end.
template <class P, class F>
class starter {
 public:
  using asks_for_its_frame = void;

  explicit starter(F f) : f_(std::move(f)) {}

  /// By hand, on a thread that carries no light worker: runs the coroutine to its end, for there it cannot wait.
  void operator()() {
    frame<P> own(nullptr);
    run_on(own);
  }
  /// By a worker: makes the coroutine, which begins in the light worker's next turn; a thread gets one for it.
  void run_within(void* pools) {
    auto* here = static_cast<frame<P>*>(pools);
    if (here == nullptr) return (*this)();
    if (here->light == nullptr && here->dock != nullptr) here->light = &here->dock->get_on(*here);
    if (here->light == nullptr) return run_on(*here);
    kept& mine = here->light->task();
    F& f = mine.keep(std::move(f_), ways);
    try {
      auto c = made(f, *here);
      here->light->suspended_at(root::release(c));
    } catch (...) {
      mine.end(*here);
      throw;
    }
  }

 private:
  static auto made(F& f, [[maybe_unused]] frame<P>& here) {
    if constexpr (requires { f.make(here); })
      return f.make(here);  // it may have been cancelled, and makes none then
    else
      return std::invoke(f);
  }
  using coroutine = decltype(made(std::declval<F&>(), std::declval<frame<P>&>()));
  using kept = started<P>;

  static constexpr typename kept::ways ways{
      .enter =
          []([[maybe_unused]] void* f, [[maybe_unused]] frame<P>& here) {
            if constexpr (requires(F& g) { g.enter(here); }) kept::template place<F>(f)->enter(here);
          },
      .result = [](std::coroutine_handle<> ended) { static_cast<void>(root::result<coroutine>(ended)); },
      .destroy = [](void* f) { kept::template drop<F>(f); }};

  void run_on(frame<P>& here) {
    auto c = made(f_, here);
    if (root::resume<P>(root::handle(c))) static_cast<void>(root::result(c));
  }

  F f_;
};

}  // namespace weir::engine

#endif
