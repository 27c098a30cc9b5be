// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_POSTED_CALLABLE_HPP
#define WEIR_ENGINE_TASK_POSTED_CALLABLE_HPP

#include <weir/concepts/tags.hpp>
#include <weir/context.hpp>
#include <weir/engine/coroutine/noted_place.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/from_here.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/platform/type_id.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir::engine {

// Each of them takes no room beside the others; two objects of one type would.
struct no_token {};
struct no_context {};
struct no_place {};

/// A callable with the stop token, the context and the place of its post. Before it runs, its frame gets the latter two, and the token is checked.
template <class P, class F, class Token, class Context, class Place = no_place>
struct posted_callable {
  using asks_for_its_frame = void;
  F f;
  [[no_unique_address]] Token token;
  [[no_unique_address]] Context context;
  [[no_unique_address]] Place place{};

  /// Called after the task was handed back. Has a frame of its own, because the caller may be in a task that this one is no part of.
  void operator()() {
    task_frame<P> own(nullptr);
    run(own);
  }
  /// Called by a pool.
  void run_within(void* pools) { pools == nullptr ? (*this)() : run(*static_cast<task_frame<P>*>(pools)); }

  /// For a callable that makes a coroutine: that coroutine, or an empty one if a stop was requested before.
  std::invoke_result_t<F&> make(task_frame<P>& here) {
    enter(here);
    if (stopped(here)) return {};
    return std::invoke(f);
  }
  /// The same when that has thrown, for a callable that completes a future.
  void fail(task_frame<P>& here, std::exception_ptr why)
    requires requires { f.fail(here, why); }
  {
    f.fail(here, std::move(why));
  }
  void enter([[maybe_unused]] task_frame<P>& here) const noexcept {
    if constexpr (!std::is_empty_v<Place>) {
      here.context = context_view(this, carried);
      if (here.posted_at != nullptr) here.posted_at->of_turn(place.place);
    } else if constexpr (!std::is_empty_v<Context>) {
      here.context = context_view(context.value);
    }
  }

 private:
  static const void* value_of([[maybe_unused]] const void* self) noexcept {
    if constexpr (std::is_empty_v<Context>)
      return nullptr;
    else
      return std::addressof(static_cast<const posted_callable*>(self)->context.value);
  }
  static const platform::where* place_of(const void* self) noexcept { return &static_cast<const posted_callable*>(self)->place.place; }
  static constexpr const void* type_of_value() noexcept {
    if constexpr (std::is_empty_v<Context>)
      return nullptr;
    else
      return platform::type_id<decltype(context.value)>;
  }
  static constexpr context_view::carrier carried{type_of_value(), &value_of, &place_of};

  void run(task_frame<P>& here) {
    enter(here);
    if (stopped(here)) return;
    if constexpr (std::is_empty_v<Place>) {
      call(here);
    } else {
      const noted_place<P> noted(place.place);
      call(here);
    }
  }
  void call([[maybe_unused]] task_frame<P>& here) {
    if constexpr (requires { typename F::asks_for_its_frame; })
      f.run_within(&here);
    else
      static_cast<void>(std::invoke(f));
  }
  [[nodiscard]] bool stopped([[maybe_unused]] task_frame<P>& here) const {
    if constexpr (std::is_empty_v<Token>) {
      return false;
    } else {
      const bool stop = platform::stop_requested<P>(token);
      if (stop) here.fate = task_fate::skipped;
      return stop;
    }
  }
};

template <class T>
inline constexpr bool is_context = false;
template <class T>
inline constexpr bool is_context<context<T>> = true;
template <class T>
inline constexpr bool is_token = std::is_same_v<T, std::stop_token>;
template <class T>
inline constexpr bool is_place = std::is_same_v<T, from_here>;
template <class T>
inline constexpr bool is_tag = std::is_same_v<T, level> || std::is_same_v<T, key> || own_tag<T>;
template <class T>
inline constexpr bool is_extra = is_context<T> || is_token<T> || is_place<T> || is_tag<T>;

/// The first argument for which `Is` holds, else a `Default`.
template <class Default, template <class> class Is>
struct chosen {
  static Default from() { return {}; }
  template <class E, class... Es>
  static auto from(E&& first, Es&&... rest) {
    if constexpr (Is<std::remove_cvref_t<E>>::value)
      return std::remove_cvref_t<E>(std::forward<E>(first));
    else
      return from(std::forward<Es>(rest)...);
  }
};
template <class T>
using context_trait = std::bool_constant<is_context<T>>;
template <class T>
using token_trait = std::bool_constant<is_token<T>>;
template <class T>
using place_trait = std::bool_constant<is_place<T>>;
template <class T>
using tag_trait = std::bool_constant<is_tag<T>>;

/// Checks the arguments that follow the callable in a post; static_asserts say what is wrong.
template <class... Extras>
consteval bool explain_extras() {
  static_assert((is_extra<std::remove_cvref_t<Extras>> && ...),
                "weir: a post takes, after the callable, a std::stop_token, a weir::context, a weir::from_here, a weir::level or a "
                "weir::key; see docs/README.md");
  static_assert(
      (0 + ... + int{is_context<std::remove_cvref_t<Extras>>}) <= 1 && (0 + ... + int{is_token<std::remove_cvref_t<Extras>>}) <= 1 &&
          (0 + ... + int{is_place<std::remove_cvref_t<Extras>>}) <= 1 && (0 + ... + int{is_tag<std::remove_cvref_t<Extras>>}) <= 1,
      "weir: a post takes at most one std::stop_token, one weir::context, one weir::from_here and one weir::level or weir::key");
  return true;
}

/// The tag for the queue; untagged if there is none.
template <class... Extras>
auto tag_of(Extras&&... extras) {
  return chosen<untagged, tag_trait>::from(std::forward<Extras>(extras)...);
}

/// `call(tag)`, or `call()` for a post without a tag.
template <class Tag, class Call>
auto with_tag(Tag tag, Call call) {
  if constexpr (std::is_same_v<Tag, untagged>)
    return call();
  else
    return call(tag);
}

/// The callable itself if no extra must travel with it, else a posted_callable.
template <class P, class F, class... Extras>
decltype(auto) with_extras(F&& f, [[maybe_unused]] Extras&&... extras) {
  constexpr bool carries = (!is_tag<std::remove_cvref_t<Extras>> || ...);
  if constexpr (!carries) {
    return std::forward<F>(f);
  } else {
    auto token = chosen<no_token, token_trait>::from(extras...);
    const auto place = chosen<no_place, place_trait>::from(extras...);
    auto ctx = chosen<no_context, context_trait>::from(std::forward<Extras>(extras)...);
    return posted_callable<P, std::decay_t<F>, decltype(token), decltype(ctx), std::remove_const_t<decltype(place)>>{
        std::forward<F>(f), std::move(token), std::move(ctx), place};
  }
}

}  // namespace weir::engine

#endif
