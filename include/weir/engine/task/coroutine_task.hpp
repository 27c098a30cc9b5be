// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_COROUTINE_TASK_HPP
#define WEIR_ENGINE_TASK_COROUTINE_TASK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/in_frame.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/running_coroutine.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/future.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

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
class coroutine_task {
 public:
  using asks_for_its_frame = void;

  explicit coroutine_task(F f) : f_(std::move(f)) {}

  /// By hand, on a thread that carries no light worker: runs the coroutine to its end, for there it cannot wait.
  void operator()() {
    task_frame<P> own(nullptr);
    run_on(own);
  }
  /// By a worker: makes the coroutine, which begins in the light worker's next turn; a thread gets one for it.
  void run_within(void* pools) {
    auto* here = static_cast<task_frame<P>*>(pools);
    if (here == nullptr) return (*this)();
    if (here->light == nullptr && here->dock != nullptr) here->light = &here->dock->attach(*here);
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
  static auto made(F& f, [[maybe_unused]] task_frame<P>& here) {
    if constexpr (requires { f.make(here); })
      return f.make(here);  // it may have been cancelled, and makes none then
    else
      return std::invoke(f);
  }
  using coroutine = decltype(made(std::declval<F&>(), std::declval<task_frame<P>&>()));
  using kept = running_coroutine<P>;

  static constexpr typename kept::ways ways{
      .enter =
          []([[maybe_unused]] void* f, [[maybe_unused]] task_frame<P>& here) {
            if constexpr (requires(F& g) { g.enter(here); }) kept::template place<F>(f)->enter(here);
          },
      .result = [](std::coroutine_handle<> ended) { static_cast<void>(root::result<coroutine>(ended)); },
      .destroy = [](void* f) { kept::template drop<F>(f); }};

  void run_on(task_frame<P>& here) {
    auto c = made(f_, here);
    if (root::resume<P>(root::handle(c))) static_cast<void>(root::result(c));
  }

  F f_;
};

/// A coroutine that was posted itself, as a callable that makes it.
template <class Coroutine>
struct given {
  given(Coroutine&& c) noexcept : coroutine(std::move(c)) {}
  Coroutine coroutine;
  Coroutine operator()() noexcept { return std::move(coroutine); }
};

template <class T, class P>
inline constexpr bool is_coroutine = makes_coroutine<std::remove_cvref_t<T>, P>;

/// The callable in what was posted.
template <class F, class P>
using callable_of = std::conditional_t<is_coroutine<F, P>, given<std::decay_t<F>>, std::decay_t<F>>;

/// What a task puts into a future: of a coroutine, what it ends with.
template <class Made>
struct end_of {
  using type = Made;
};
template <class T, class P>
struct end_of<basic_coroutine<T, P>> {
  using type = T;
};
template <class F, class P>
struct result_if_callable {
  using type = void;
};
template <class F, class P>
  requires std::invocable<callable_of<F, P>&>
struct result_if_callable<F, P> : end_of<std::invoke_result_t<callable_of<F, P>&>> {};
/// Void too for what is not callable: explain_callable() says so, and an overload that is not there would not.
template <class F, class P>
using result_of = typename result_if_callable<F, P>::type;

/// Says in words why an F cannot be posted; false then.
template <class F, class P>
consteval bool explain_callable() {
  constexpr bool is_task = std::is_same_v<std::remove_cvref_t<F>, task>;
  constexpr bool callable = is_task || is_coroutine<F, P> || std::invocable<std::decay_t<F>&>;
  static_assert(callable, "weir: what a pool runs must be callable without arguments; put them into a lambda: pool.post([=] { f(x); })");
  constexpr bool taken = is_task || is_coroutine<F, P> || std::is_constructible_v<std::decay_t<F>, F>;
  static_assert(taken, "weir: a callable that cannot be copied is moved into the pool: post(std::move(f))");
  return callable && taken;
}

/// `co_await` of it runs a coroutine to its end, and leaves there what it ends with. What a co_await gives lies in the frame with g++ 12, which
/// does not align that for it.
template <class Coroutine, class P>
struct up_to_its_end {
  using resumes_at_home = void;
  Coroutine& running;

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiter) const noexcept {
    const auto its = root::handle(running);
    std::coroutine_handle<typename Coroutine::promise_type>::from_address(its.address()).promise().awaiter = awaiter;
    return hand_over<P>(its);
  }
  void await_resume() const noexcept {}
};

/// What submit() posts when that makes a coroutine: the same, and a coroutine around it that tells the future.
template <class F, class R, class P>
struct submitted_coroutine {
  promise<R, P> result;
  F f;
  basic_coroutine<void, P> operator()() { return tell(result, f); }

 private:
  using value = std::conditional_t<std::is_void_v<R>, std::monostate,
                                   std::conditional_t<std::is_reference_v<R>, std::reference_wrapper<std::remove_reference_t<R>>, R>>;

  /// The future hears of the end when the coroutine is gone.
  static basic_coroutine<void, P> tell(promise<R, P>& result, F& f) {
    std::exception_ptr thrown;
    in_frame<value> kept;
    try {
      auto made = std::invoke(f);
      if (!made) co_await std::move(made);  // says what is wrong
      co_await up_to_its_end<decltype(made), P>{made};
      if constexpr (std::is_void_v<R>)
        root::result(made);
      else
        kept.emplace(root::result(made));
    } catch (...) {
      platform::pass_on_forced_unwind();
      thrown = std::current_exception();
    }
    auto answer = [&]() -> R {
      if (thrown) std::rethrow_exception(std::move(thrown));
      if constexpr (!std::is_void_v<R>) return static_cast<R>(*std::move(kept));
    };
    result.complete_with(answer);
  }
};
template <class F, class R, class P>
using submission = std::conditional_t<coroutine_maker<callable_of<F, P>, P>, submitted_coroutine<callable_of<F, P>, R, P>,
                                      submitted<callable_of<F, P>, R, P>>;

/// What a post puts into a task of the pool that `C` configures: the callable with what was said of it, and if it makes a coroutine, what
/// starts that.
template <class C, class F, class... Extras>
decltype(auto) as_callable(F&& f, Extras&&... extras) {
  using P = typename C::platform;
  if constexpr (is_coroutine<F, P>) {
    static_assert(!std::is_lvalue_reference_v<F>, "weir: a coroutine is moved into the pool: post(std::move(c))");
    if (!f) throw std::invalid_argument("weir: an empty coroutine cannot be posted");
    return as_callable<C>(given<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  } else if constexpr (coroutine_maker<std::decay_t<F>, P>) {
    static_assert(!hears_of_the_end<typename C::queue> || std::movable<typename C::seat> || C::agents::suspends,
                  "weir: this pool's queue is to hear of a coroutine's end, which may come on another thread: its seat must be movable; "
                  "see docs/concepts/queue_policy.md");
    task::refuse_empty(f);
    using whole = std::decay_t<decltype(with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...))>;
    return coroutine_task<P, whole>(with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...));
  } else {
    return with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...);
  }
}

}  // namespace weir::engine

#endif
