// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_COROUTINE_HPP
#define WEIR_COROUTINE_HPP

#include <weir/engine/coroutine/foreign_wait.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/in_frame.hpp>
#include <weir/platform/native.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace weir {

template <class T, class P>
class basic_coroutine;

namespace engine {

/// An awaiter that stays where it is: of a reference g++ 12 would make a copy.
template <class A>
struct at_its_place {
  A& awaiter;
  decltype(auto) await_ready() const { return awaiter.await_ready(); }
  template <class Promise>
  decltype(auto) await_suspend(std::coroutine_handle<Promise> point) const {
    return awaiter.await_suspend(point);
  }
  decltype(auto) await_resume() const { return awaiter.await_resume(); }
};

/// What the frame of every coroutine has: who goes on at its end, what it threw, and where its memory comes from.
template <class P>
class coroutine_promise : public recycled<P> {
 public:
  std::suspend_always initial_suspend() const noexcept { return {}; }
  auto final_suspend() const noexcept { return end{}; }

  /// What was not made for weir must not get hold of a light worker.
  template <class A>
  decltype(auto) await_transform(A&& a) {
    if constexpr (!resumes_at_home<A>)
      return foreign_wait<P, A>(std::forward<A>(a));
    else if constexpr (requires { std::forward<A>(a).operator co_await(); })
      return std::forward<A>(a).operator co_await();
    else
      return at_its_place<std::remove_reference_t<A>>{a};
  }

  /// Keeps the exception for whoever asks for the result. One that nobody can keep goes on through resume(): pthread_exit's, or
  /// another language's.
  void unhandled_exception() {
    thrown = std::current_exception();
    if (thrown == nullptr) throw;
  }
  void rethrow_if_thrown() {
    if (thrown != nullptr) std::rethrow_exception(std::exchange(thrown, nullptr));
  }

  std::coroutine_handle<> awaiter;  ///< null: a root, which a pool resumes and nobody awaits
  std::exception_ptr thrown;

 private:
  struct end {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      if (ended.promise().awaiter) return hand_over<P>(ended.promise().awaiter);
      if (auto* f = task_frame<P>::innermost()) f->ended = ended;
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };
};

/// The same with the value that it ends with.
template <class T, class P>
class coroutine_outcome : public coroutine_promise<P> {
 public:
  basic_coroutine<T, P> get_return_object() noexcept;
  template <class U = T>
    requires std::convertible_to<U, T>
  void return_value(U&& value) {
    value_.emplace(std::forward<U>(value));
  }
  T take() {
    this->rethrow_if_thrown();
    return *std::move(value_);
  }

 private:
  in_frame<T> value_;
};

template <class T, class P>
class coroutine_outcome<T&, P> : public coroutine_promise<P> {
 public:
  basic_coroutine<T&, P> get_return_object() noexcept;
  void return_value(T& value) noexcept { value_ = &value; }
  T& take() {
    this->rethrow_if_thrown();
    return *value_;
  }

 private:
  T* value_ = nullptr;
};

template <class P>
class coroutine_outcome<void, P> : public coroutine_promise<P> {
 public:
  basic_coroutine<void, P> get_return_object() noexcept;
  void return_void() const noexcept {}
  void take() { this->rethrow_if_thrown(); }
};

/// What a pool does with a coroutine that it runs itself and that nobody awaits. Users have no use for it: inside a worker, a coroutine
/// resumed by hand would report its end as the worker's.
struct root {
  /// To be resumed within an engine::frame<P>. Once resume() has returned, neither this nor the coroutine may be touched, for another
  /// thread may run it by then; unless the frame names it in `ended`: then it has come to its end and waits to be destroyed.
  template <class T, class P>
  [[nodiscard]] static std::coroutine_handle<> handle(const basic_coroutine<T, P>& c) noexcept {
    return c.frame_;
  }
  /// The same, and it is the caller's to destroy from now on.
  template <class T, class P>
  [[nodiscard]] static std::coroutine_handle<> release(basic_coroutine<T, P>& c) noexcept {
    return std::exchange(c.frame_, nullptr);
  }
  /// Resumes it and whatever it hands over to, until one of them waits or the root ends; true in the latter case. Within an
  /// engine::frame<P>.
  template <class P>
  static bool resume(std::coroutine_handle<> h) {
    auto& f = *task_frame<P>::innermost();
    f.ended = nullptr;
    const looking_there guard{f.next, std::exchange(f.next, &h)};
    while (h) std::exchange(h, nullptr).resume();
    return f.ended != nullptr;
  }
  /// Its value, or throws what it threw. Precondition: it has come to its end; once.
  template <class T, class P>
  static T result(const basic_coroutine<T, P>& c) {
    return c.frame_.promise().take();
  }
  /// The same of a coroutine of that type.
  template <class Coroutine>
  static decltype(auto) result(std::coroutine_handle<> ended) {
    return std::coroutine_handle<typename Coroutine::promise_type>::from_address(ended.address()).promise().take();
  }

 private:
  struct looking_there {
    std::coroutine_handle<>*& next;
    std::coroutine_handle<>* outer;
    ~looking_there() { next = outer; }
  };
};

}  // namespace engine

/// A function that can wait without holding a thread: it has `co_await` or `co_return` in its body and returns this.
///
/// Calling it only makes it; it runs when it is awaited, `co_await f()` or `co_await std::move(c)`, or when a pool to which it was
/// given resumes it. Whoever awaits it goes on at its end, on the thread on which it ended, with the value it returned or the
/// exception it threw. Somebody else's coroutine may await it on threads that carry no light worker; where one is carried it gets a
/// std::logic_error. T is void, a movable type or an lvalue reference. It owns its locals and arguments: destroying it, suspended at
/// any depth or not started, destroys them as if it had thrown; it must not be running. Arguments taken by reference and the captures
/// of a lambda belong to somebody else and must outlive it.
///
/// Calling it throws std::bad_alloc when there is no memory for its frame, and what copying its arguments throws.
/// Cost: an allocation that engine::frame_cache serves on a pool's thread, and two jumps for the start and for the end. On a pool's
/// thread they use no stack, whatever the compiler makes of them; elsewhere only where it makes them tail calls, as g++ does from -O2 on.
/// Destroying it uses stack in proportion to the depth at which it is suspended.
/// Alignment: its result is kept at the alignment of T. Its locals and arguments are the compiler's to place: g++ 12 aligns a frame as
/// operator new does, by 16 bytes, and what asks for more may lie wrong in it, as an __m256 does. Keep such a value behind a
/// std::unique_ptr, or in the captures of the callable that is posted, which are at their alignment.
/// Compilers: g++ before 12.3 breaks an `if` with co_await in its condition where nothing is declared before it (GCC bug 106188): await
/// before the `if`. g++ 12 copies the captures of a lambda in an awaited expression bit by bit and destroys them twice, and so it does with the
/// members of an aggregate made there (GCC bug 100611): give a name to the lambda, or to what is awaited. clang++ takes `errno` and std::this_thread::get_id() to be the same after a co_await: ask in a function of its own.
/// After Lewis Baker, "C++ Coroutines: Understanding Symmetric Transfer", and cppcoro::task.
template <class T, class P>
class [[nodiscard("weir: a coroutine does nothing until it is awaited or given to a pool")]] basic_coroutine {
  static_assert(std::is_void_v<T> || std::is_lvalue_reference_v<T> || (std::is_object_v<T> && std::move_constructible<T>),
                "weir: a coroutine ends with void, a value that can be moved, or an lvalue reference");

 public:
  using promise_type = engine::coroutine_outcome<T, P>;
  using resumes_at_home = void;

  basic_coroutine() noexcept = default;
  basic_coroutine(basic_coroutine&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  basic_coroutine& operator=(basic_coroutine&& other) noexcept {
    basic_coroutine taken(std::move(other));
    std::swap(frame_, taken.frame_);
    return *this;
  }
  ~basic_coroutine() {
    if (frame_) frame_.destroy();
  }

  /// False for one that was default-constructed, moved from or awaited.
  [[nodiscard]] explicit operator bool() const noexcept { return frame_ != nullptr; }

  /// Runs it to its end and gives its result. Throws std::logic_error if there is nothing to run: see operator bool.
  auto operator co_await() && {
    if (!frame_) throw std::logic_error("weir: this coroutine was awaited before or moved away");
    return awaited{std::move(*this)};
  }
  template <class Moved = void>
  auto operator co_await() const& {
    static_assert(!std::is_void_v<Moved>, "weir: a coroutine is awaited once: write co_await std::move(c), or co_await f()");
    return awaited{basic_coroutine()};
  }

 private:
  friend promise_type;
  friend engine::root;

  struct awaited {
    basic_coroutine running;
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> awaiter) const {
      if constexpr (!std::derived_from<Promise, engine::coroutine_promise<P>>) refuse_where_a_light_worker_is();
      running.frame_.promise().awaiter = awaiter;
      return engine::hand_over<P>(running.frame_);
    }
    T await_resume() const { return running.frame_.promise().take(); }
  };

  /// Whatever waits in this one would have the worker wait whose turn it is, and somebody else's coroutine is no part of that.
  static void refuse_where_a_light_worker_is() {
    const auto* here = engine::task_frame<P>::innermost();
    if (here != nullptr && here->light != nullptr)
      throw std::logic_error("weir: on a pool's thread only a weir::coroutine can await a weir::coroutine; see docs/light_workers.md");
  }

  explicit basic_coroutine(promise_type& own) noexcept : frame_(std::coroutine_handle<promise_type>::from_promise(own)) {}

  std::coroutine_handle<promise_type> frame_;
};

template <class T = void>
using coroutine = basic_coroutine<T, platform::native>;

namespace engine {

template <class T, class P>
basic_coroutine<T, P> coroutine_outcome<T, P>::get_return_object() noexcept {
  return basic_coroutine<T, P>(*this);
}
template <class T, class P>
basic_coroutine<T&, P> coroutine_outcome<T&, P>::get_return_object() noexcept {
  return basic_coroutine<T&, P>(*this);
}
template <class P>
basic_coroutine<void, P> coroutine_outcome<void, P>::get_return_object() noexcept {
  return basic_coroutine<void, P>(*this);
}

}  // namespace engine

}  // namespace weir

#endif
