// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_FUNCTION_POOL_HPP
#define WEIR_FUNCTION_POOL_HPP

#include <weir/bulk_result.hpp>
#include <weir/engine/pool/config.hpp>
#include <weir/engine/pool/lifecycle.hpp>
#include <weir/engine/pool/public_calls.hpp>
#include <weir/engine/task/argument_task.hpp>
#include <weir/engine/task/submitted_argument.hpp>
#include <weir/future.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/pool.hpp>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

namespace engine {

/// The parameter of a callable that takes exactly one and is not overloaded, without its reference.
template <class F>
struct sole_parameter {
  static_assert(
      sizeof(F) == 0,
      "weir: a function_pool finds its argument's type if its function has exactly one parameter, and is no template and not overloaded; "
      "else name it: weir::function_pool<F, Arg>");
  using type = int;
};
template <class F>
  requires requires { &F::operator(); }
struct sole_parameter<F> : sole_parameter<decltype(&F::operator())> {};
template <class R, class A>
struct sole_parameter<R (*)(A)> {
  using type = std::remove_cvref_t<A>;
};
template <class R, class A>
struct sole_parameter<R (*)(A) noexcept> : sole_parameter<R (*)(A)> {};
template <class R, class C, class A>
struct sole_parameter<R (C::*)(A)> : sole_parameter<R (*)(A)> {};
template <class R, class C, class A>
struct sole_parameter<R (C::*)(A) const> : sole_parameter<R (*)(A)> {};
template <class R, class C, class A>
struct sole_parameter<R (C::*)(A) noexcept> : sole_parameter<R (*)(A)> {};
template <class R, class C, class A>
struct sole_parameter<R (C::*)(A) const noexcept> : sole_parameter<R (*)(A)> {};

template <class Parts, class F, class Arg>
using function_config = config<typename Parts::queue, typename Parts::workers, typename Parts::blocking, typename Parts::expiry,
                               typename Parts::panic, typename Parts::growth, typename Parts::parking, typename Parts::wake,
                               typename Parts::observer, typename Parts::platform, typename Parts::agents, argument_task<F, Arg>>;
template <class F, class Arg, class... Policies>
using function_calls = public_calls<function_config<assemble<Policies...>, F, Arg>>;

/// False if a call makes a coroutine that the pool cannot run; a static_assert says why.
template <class F, class Arg, class P>
consteval bool explain_coroutine() {
  using of = coroutine_platform<F, Arg>;
  static_assert(std::is_void_v<of> || std::is_same_v<of, P>,
                "weir: the coroutine that a function_pool's function makes must be of the pool's platform");
  return std::is_void_v<of> || std::is_same_v<of, P>;
}

/// A base, so that the function and the target of posted arguments outlive the engine.
template <class F, class Arg>
struct function_holder {
  explicit function_holder(F function) : f(std::move(function)) {}
  F f;
  call_target<F, Arg> posted{&f};
};

}  // namespace engine

/// A pool that calls one function with each argument that is posted: `weir::function_pool p([](request r) { ... });`
///
/// It is a weir::pool whose queue holds arguments instead of callables: a slot of the queue holds the argument and one pointer, so a small one
/// takes 24 bytes instead of 64, and no argument is put on the heap, unless its call makes a coroutine. Several workers call `F` concurrently, with an
/// rvalue of `Arg`.
///
/// With policies write `weir::make_function_pool<queue::bounded<64>>(f, options)`, or, where a type must be named,
/// `weir::function_pool<F, Arg, queue::bounded<64>>`. For a callable with overloads, or a template, `Arg` must be named.
///
/// A function that makes a weir::coroutine is a task that may wait without holding a thread, on threads and with agents::light. The argument that it
/// was called with lives until the coroutine's end, so it may take a reference.
///
/// submit() and submit_bulk() give futures of what the calls return; post() and the others drop it.
///
/// Cost:       as the pool with the same policies; one indirect call less per task. A submit allocates twice.
/// Not for:    stop tokens and contexts: make them part of the argument.
/// Visibility: what the caller did before a post is seen by the call; what the call did is seen by a thread that learnt of its end from wait_idle,
///             join or a future.
///
/// After PoolWithFunc of github.com/panjf2000/ants.
template <class F, class Arg, class... Policies>
class function_pool : private engine::function_holder<F, Arg>, public engine::function_calls<F, Arg, Policies...> {
  using item = engine::argument_task<F, Arg>;
  using base = engine::function_calls<F, Arg, Policies...>;
  using result_type = typename engine::result_of_call<F, Arg>::type;
  using on = typename base::platform_type;
  static_assert(std::is_invocable_v<F&, Arg&&>, "weir: function_pool<F, Arg> needs an F that can be called with an rvalue of Arg");
  static_assert(engine::explain_coroutine<F, Arg, typename base::platform_type>());
  static_assert(std::is_object_v<Arg> && !std::is_const_v<Arg>,
                "weir: function_pool<F, Arg> queues values; an Arg must not be a reference or const");

 public:
  using typename base::config_type;
  using function_type = F;
  using argument_type = Arg;
  using takes_no_callables = void;
  using future_type = future<result_type, on>;
  using typename base::time_point;

  /// Throws std::invalid_argument when the options contradict each other or `function` is an empty std::function or a null function pointer.
  explicit function_pool(F function, const options& o = {}) : engine::function_holder<F, Arg>(checked(std::move(function))), base(o) {
    if constexpr (item::makes_coroutines) static_assert(engine::explain_coroutines<config_type>());
  }

  /// **Drains**: refuses new arguments, calls the function with all that were accepted, ends the workers. Calls std::terminate, with
  /// a message, from inside a call of the same pool.
  ~function_pool() = default;

  /// Queues an argument; a worker calls the function with it once. What the function returns is dropped, what it throws goes to the panic policy.
  ///
  /// When there is no room, the blocking policy decides, as for weir::pool::post; a worker of this pool, and a thread that holds a pause of it, are
  /// answered `full`. After shutdown() or stop() the answer is `closed`. An rvalue `Arg` that is refused is moved back to the caller, if it can be
  /// assigned without throwing. Throws what making an Arg of `a` throws, and std::bad_alloc; the pool is unchanged then. Constant time, apart from
  /// waiting.
  ///
  /// `tag`, for a queue that takes one: a weir::level for queue::priority, a weir::key for queue::keyed.
  template <class A, class Tag = untagged>
  post_result post(A&& a, Tag tag = {}) {
    return with_item(std::forward<A>(a), tag, [this, tag](item& i) { return this->posts().post(i, tag); });
  }
  /// As post, but neither waits nor calls the function here: without room the answer is `full`. Only a pool to which the system gives no thread at
  /// all calls the function on the posting thread.
  template <class A, class Tag = untagged>
  post_result try_post(A&& a, Tag tag = {}) {
    return with_item(std::forward<A>(a), tag, [this, tag](item& i) { return this->posts().try_post(i, tag); });
  }
  /// As post, but waits for room for at most `d`, as in wait_idle_for; then the answer is `timed_out`. Needs a blocking policy that can wait.
  template <class A, class Tag = untagged>
  post_result post_for(platform::time_span d, A&& a, Tag tag = {}) {
    return post_until(platform::deadline_in<typename base::platform_type>(d), std::forward<A>(a), tag);
  }
  /// As post_for, until `deadline`, as in wait_idle_until.
  template <class A, class Tag = untagged>
  post_result post_until(platform::instant<typename base::clock> deadline, A&& a, Tag tag = {}) {
    static_assert(explain_deadline());
    return with_item(std::forward<A>(a), tag,
                     [this, t = time_point(deadline), tag](item& i) { return this->posts().post_until(i, t, tag); });
  }

  /// Posts each argument of a range, in order, and wakes workers once for all. Stops at the first that is not accepted; the blocking policy applies
  /// to each. Elements of an rvalue range are moved from, unless it is a view. Throws as post does; what was accepted before stays accepted.
  template <input_range Range>
  bulk_result post_bulk(Range&& range) {
    return this->post_each(std::forward<Range>(range), [this](auto&& each) {
      return with_item(std::forward<decltype(each)>(each), untagged{}, [this](item& i) { return this->posts().post_of_bulk(i); });
    });
  }

  /// As post, and returns a future of what the call returns or throws; of a coroutine, what that returns. When the pool refuses the argument, the
  /// future is ready and its get() throws not_run with the reason; when purge(), stop() or a blocking policy takes the argument out of the queue,
  /// with `cancelled`. What the call throws goes to the future only. In a coroutine name the future, `auto x = pool.submit(a); co_await x;`.
  /// Allocates the state that the call and the future share, and a record of the call.
  template <class A, class Tag = untagged>
  [[nodiscard]] future_type submit(A&& a, Tag tag = {}) {
    return submitted(std::forward<A>(a), tag, [this, tag](item& i) { return this->posts().post(i, tag); }).result;
  }
  /// As submit, but waits for room as post_for and post_until do; then the future's get() throws not_run with `timed_out`.
  template <class A, class Tag = untagged>
  [[nodiscard]] future_type submit_for(platform::time_span d, A&& a, Tag tag = {}) {
    return submit_until(platform::deadline_in<typename base::platform_type>(d), std::forward<A>(a), tag);
  }
  template <class A, class Tag = untagged>
  [[nodiscard]] future_type submit_until(platform::instant<typename base::clock> deadline, A&& a, Tag tag = {}) {
    static_assert(explain_deadline());
    return submitted(std::forward<A>(a), tag,
                     [this, t = time_point(deadline), tag](item& i) { return this->posts().post_until(i, t, tag); })
        .result;
  }

  /// Submits each argument of a range, in order, and wakes workers once for all: one future for each argument, in that order. Stops at the first
  /// that is not accepted, as post_bulk does; the futures of that one and of those behind it are ready, and their get() throws not_run with its
  /// reason. Elements of an rvalue range are moved from, unless it is a view. Throws as submit does; what was accepted before is called, and its
  /// futures are lost.
  template <input_range Range>
  [[nodiscard]] std::vector<future_type> submit_bulk(Range&& range) {
    std::vector<future_type> results;
    if constexpr (std::ranges::sized_range<Range>) results.reserve(std::ranges::size(range));
    post_result last = post_result::accepted;
    static_cast<void>(this->post_each(std::forward<Range>(range), [&](auto&& each) {
      if (last != post_result::accepted) {
        results.push_back(refused(last));
      } else {
        auto one = submitted(std::forward<decltype(each)>(each), untagged{}, [this](item& i) { return this->posts().post_of_bulk(i); });
        last = one.answer;
        results.push_back(std::move(one.result));
      }
      return post_result::accepted;  // go through the whole range
    }));
    return results;
  }

  /// Takes back, in the order of the queue, the arguments with which no call has begun. The pool stays open.
  [[nodiscard]] std::vector<Arg> purge() { return this->life().template purge<Arg>(); }
  /// As shutdown(), and hands back, in the order of the queue, the arguments with which no call had begun.
  [[nodiscard]] std::vector<Arg> stop() { return this->life().template stop<Arg>(); }

 private:
  static F checked(F function) {
    if constexpr (std::is_invocable_v<F&, Arg&&> && requires { task::refuse_empty(function); }) task::refuse_empty(function);
    return function;
  }

  static consteval bool explain_deadline() {
    static_assert(config_type::can_wait || !config_type::can_be_full,
                  "weir: post_for and post_until need a blocking policy that can wait; take blocking::wait or blocking::wait_at_most<N>; "
                  "see docs/policies/blocking.md");
    return true;
  }
  template <class A, class Tag, class Use>
  post_result with_item(A&& a, Tag tag, Use use) {
    return with_item_of(this->posted, std::forward<A>(a), tag, use);
  }
  template <class A, class Tag, class Use>
  post_result with_item_of(typename item::target& target, A&& a, Tag, Use use) {
    static_assert(std::is_constructible_v<Arg, A&&>, "weir: this function_pool's argument cannot be made of what was posted");
    static_assert(config_type::template takes<Tag>,
                  "weir: this pool's queue takes no weir::level or weir::key; take queue::priority<Levels> or queue::keyed; see "
                  "docs/policies/queue.md");
    item i(target, std::forward<A>(a));
    const post_result r = use(i);
    if constexpr (std::is_same_v<A, Arg> && std::is_nothrow_move_assignable_v<Arg>) {
      if (r != post_result::accepted && i) a = std::move(i).argument();
    }
    return r;
  }

  struct submission {
    future_type result;
    post_result answer;
  };
  template <class A, class Tag, class Use>
  submission submitted(A&& a, Tag tag, Use use) {
    static_assert(engine::explain_result_of_call<result_type>());
    auto* const shared = new engine::outcome<result_type, on>(this->core().id());
    future_type result(shared);
    engine::promise<result_type, on> promised(shared);
    auto call = std::make_unique<engine::submitted_argument<F, Arg, on>>(this->f, std::move(promised));
    const post_result answer = with_item_of(*call, std::forward<A>(a), tag, [&](item& i) {
      static_cast<void>(call.release());  // the item destroys it
      const post_result r = use(i);
      if (r != post_result::accepted && i) shared->refuse(r);  // before the item is destroyed, which would set `cancelled`
      return r;
    });
    return {std::move(result), answer};
  }
  future_type refused(post_result why) {
    auto* const shared = new engine::outcome<result_type, on>(this->core().id());
    future_type result(shared);
    engine::promise<result_type, on> none(shared);
    shared->refuse(why);
    return result;
  }
};

template <class F>
function_pool(F) -> function_pool<F, typename engine::sole_parameter<F>::type>;
template <class F>
function_pool(F, options) -> function_pool<F, typename engine::sole_parameter<F>::type>;

/// A function_pool with policies; the argument's type is that of f's parameter.
template <class... Policies, class F>
[[nodiscard]] function_pool<F, typename engine::sole_parameter<F>::type, Policies...> make_function_pool(F f, const options& o = {}) {
  return function_pool<F, typename engine::sole_parameter<F>::type, Policies...>(std::move(f), o);
}

}  // namespace weir

#endif
