// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_COROUTINE_TASK_HPP
#define WEIR_ENGINE_TASK_COROUTINE_TASK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/in_frame.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/running_coroutine.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/movable_callable.hpp>
#include <weir/engine/task/posted_callable.hpp>
#include <weir/future.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/task.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace weir::engine {

template <class F, class P>
inline constexpr bool makes_coroutine = false;
template <class T, class P>
inline constexpr bool makes_coroutine<basic_coroutine<T, P>, P> = true;
/// True if calling an F makes a coroutine.
template <class F, class P>
concept coroutine_maker = makes_coroutine<std::invoke_result_t<F&>, P>;

/// The task that starts a coroutine: what a post makes of a callable whose call makes one.
///
/// The coroutine may refer to the callable. So the callable is first moved to the place where it stays until the coroutine ends, and then called.
/// When that fails, the future of a submit gets the exception; that of a post leaves the task.
template <class P, class F>
class coroutine_task {
  static_assert(moves_without_exception<F>, "a movable_callable");

 public:
  using asks_for_its_frame = void;

  explicit coroutine_task(F f) noexcept : f_(std::move(f)) {}

  /// Called outside a pool: runs the coroutine to its end, because it cannot wait there.
  void operator()() {
    task_frame<P> own(nullptr);
    start(own);
  }
  /// Called by a pool: makes the coroutine, whose first turn the caller runs next. In a pool of threads the coroutine gets a slot first.
  void run_within(void* pools) { pools == nullptr ? (*this)() : start(*static_cast<task_frame<P>*>(pools)); }

 private:
  using kept = running_coroutine<P>;

  void start(task_frame<P>& here) {
    if constexpr (requires { f_.fail(here, std::exception_ptr()); }) {
      try {
        begin(here);
      } catch (...) {
        platform::pass_on_forced_unwind();
        f_.fail(here, std::current_exception());
      }
    } else {
      begin(here);
    }
  }
  void begin(task_frame<P>& here) {
    if (here.light == nullptr && here.slot_source != nullptr) here.light = &here.slot_source->attach(here);
    here.light == nullptr ? run_on(here) : begin_in(here.light->task(), here);
  }
  void begin_in(kept& mine, task_frame<P>& here) {
    F& f = mine.keep(std::move(f_), ways);
    try {
      auto c = made(f, here);
      here.light->suspended_at(root::release(c));
    } catch (...) {
      here.context = {};  // it lies in the callable
      take_back(f, here);
      mine.end(here);
      platform::rethrow();
    }
  }
  /// The call has thrown. The callable is destroyed with the task, so that the panic policy has its context and its place.
  void take_back(F& f, [[maybe_unused]] task_frame<P>& here) noexcept {
    std::destroy_at(&f_);
    std::construct_at(&f_, std::move(f));
    if constexpr (requires { f_.enter(here); }) f_.enter(here);
  }
  static auto made(F& f, [[maybe_unused]] task_frame<P>& here) {
    if constexpr (requires { f.make(here); })
      return f.make(here);  // empty if the task was cancelled
    else
      return std::invoke(f);
  }
  using coroutine = decltype(made(std::declval<F&>(), std::declval<task_frame<P>&>()));

  static constexpr typename kept::ways ways{.enter =
                                                []([[maybe_unused]] void* f, [[maybe_unused]] task_frame<P>& here) {
                                                  if constexpr (requires(F& g) { g.enter(here); }) kept::template place<F>(f)->enter(here);
                                                },
                                            .result =
                                                [](std::coroutine_handle<> ended, [[maybe_unused]] task_frame<P>& here) {
                                                  if constexpr (std::is_same_v<coroutine, basic_coroutine<task_fate, P>>)
                                                    here.fate = root::result<coroutine>(ended);
                                                  else
                                                    static_cast<void>(root::result<coroutine>(ended));
                                                },
                                            .destroy = [](void* f) { kept::template drop<F>(f); }};

  void run_on(task_frame<P>& here) {
    auto c = made(f_, here);
    if (root::resume<P>(root::handle(c))) static_cast<void>(root::result(c));
  }

  F f_;
};

/// Wraps a posted coroutine as a callable that returns it.
template <class Coroutine>
struct given {
  given(Coroutine&& c) noexcept : coroutine(std::move(c)) {}
  Coroutine coroutine;
  Coroutine operator()() noexcept { return std::move(coroutine); }
};

template <class T, class P>
inline constexpr bool is_coroutine = makes_coroutine<std::remove_cvref_t<T>, P>;

/// The callable type that a posted F becomes.
template <class F, class P>
using callable_of = std::conditional_t<is_coroutine<F, P>, given<std::decay_t<F>>, std::decay_t<F>>;

/// The result type of a task's future: for a coroutine, the type of its result.
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
/// Also void if F is not callable: explain_callable() then says so, which a missing overload would not.
template <class F, class P>
using result_of = typename result_if_callable<F, P>::type;

/// False if an F cannot be posted; a static_assert says why.
template <class F, class P>
consteval bool explain_callable() {
  constexpr bool is_task = std::is_same_v<std::remove_cvref_t<F>, task>;
  constexpr bool callable = is_task || is_coroutine<F, P> || std::invocable<std::decay_t<F>&>;
  static_assert(callable, "weir: what a pool runs must be callable without arguments; put them into a lambda: pool.post([=] { f(x); })");
  constexpr bool taken = is_task || is_coroutine<F, P> || std::is_constructible_v<std::decay_t<F>, F>;
  static_assert(taken, "weir: a callable that cannot be copied is moved into the pool: post(std::move(f))");
  return callable && taken;
}

/// `co_await` runs a coroutine to its end and leaves the result in it: g++ 12 puts the result of a co_await into the frame without aligning it.
template <class Coroutine, class P>
struct up_to_its_end {
  using resumes_at_home = void;
  Coroutine& running;

  bool await_ready() const noexcept { return false; }
  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> awaiter) const noexcept {
    const auto its = root::handle(running);
    return std::coroutine_handle<typename Coroutine::promise_type>::from_address(its.address()).promise().begin_for(its, awaiter);
  }
  void await_resume() const noexcept {}
};

/// What submit() posts for a callable that makes a coroutine: a coroutine around that one, which completes the future.
template <class F, class R, class P>
struct submitted_coroutine {
  promise<R, P> result;
  F f;
  basic_coroutine<task_fate, P> operator()() { return tell(result, f); }
  /// There was no memory to begin it.
  void fail(task_frame<P>& here, std::exception_ptr why) {
    auto thrown = [&]() -> R { std::rethrow_exception(std::move(why)); };
    result.complete_with(thrown, &here.fate);
  }

 private:
  using value = std::conditional_t<std::is_void_v<R>, std::monostate,
                                   std::conditional_t<std::is_reference_v<R>, std::reference_wrapper<std::remove_reference_t<R>>, R>>;

  /// Completes the future after the inner coroutine has been destroyed. Its own result is for the pool's observer.
  static basic_coroutine<task_fate, P> tell(promise<R, P>& result, F& f) {
    std::exception_ptr thrown;
    in_frame<value> kept;
    try {
      auto made = std::invoke(f);
      if (!made) static_cast<void>(co_await std::move(made));  // throws std::logic_error
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
    task_fate fate = task_fate::as_it_returns;
    result.complete_with(answer, &fate);
    co_return fate;
  }
};
template <class F, class R, class P>
using submission = std::conditional_t<coroutine_maker<callable_of<F, P>, P>, submitted_coroutine<callable_of<F, P>, R, P>,
                                      submitted<callable_of<F, P>, R, P>>;

/// A queue that is to hear of a coroutine's end, which may come on another thread, gets its seat moved there.
template <class C>
inline constexpr bool takes_coroutines = !hears_of_the_end<typename C::queue> || std::movable<typename C::seat> || C::agents::suspends;
template <class C>
consteval bool explain_coroutines() {
  static_assert(takes_coroutines<C>,
                "weir: this pool's queue is to hear of a coroutine's end, which may come on another thread: its seat must be movable; "
                "see docs/concepts/queue_policy.md");
  return takes_coroutines<C>;
}

/// What a post puts into a task of the pool that `C` configures: the callable with the extras it must carry, wrapped in a coroutine_task if it
/// makes a coroutine.
template <class C, class F, class... Extras>
decltype(auto) as_callable(F&& f, Extras&&... extras) {
  using P = typename C::platform;
  if constexpr (is_coroutine<F, P>) {
    static_assert(!std::is_lvalue_reference_v<F>, "weir: a coroutine is moved into the pool: post(std::move(c))");
    if (!f) throw std::invalid_argument("weir: an empty coroutine cannot be posted");
    return as_callable<C>(given<std::decay_t<F>>{std::forward<F>(f)}, std::forward<Extras>(extras)...);
  } else if constexpr (coroutine_maker<std::decay_t<F>, P>) {
    static_assert(explain_coroutines<C>());
    task::refuse_empty(f);
    using whole = movable_callable<std::decay_t<decltype(with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...))>>;
    return coroutine_task<P, whole>(whole(with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...)));
  } else {
    return with_extras<P>(std::forward<F>(f), std::forward<Extras>(extras)...);
  }
}

/// The `C` of as_callable() where the pool's type is not known.
template <class P>
struct config_of_any {
  struct queue {};
  struct seat {};
  struct agents {
    static constexpr bool suspends = false;
  };
  using platform = P;
};

}  // namespace weir::engine

#endif
