// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_COROUTINE_HPP
#define WEIR_COROUTINE_HPP

#include <weir/engine/coroutine/foreign_wait.hpp>
#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/in_frame.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/native.hpp>

#include <concepts>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace weir {

template <class T, class P>
class basic_coroutine;

namespace engine {

/// Refers to an awaiter. g++ 12 would copy an awaiter that await_transform returns by reference.
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

/// The part of the promise that all coroutines have: the awaiting coroutine, the exception, and the allocation of the frame.
template <class P>
class coroutine_promise : public recycled<P> {
 public:
  std::suspend_always initial_suspend() const noexcept { return {}; }
  auto final_suspend() const noexcept { return end{}; }

  /// Wraps foreign awaitables, so that they cannot get a handle of a coroutine that a pool runs.
  template <class A>
  decltype(auto) await_transform(A&& a) {
    if constexpr (!resumes_at_home<A>)
      return foreign_wait<P, A>(std::forward<A>(a));
    else if constexpr (requires { std::forward<A>(a).operator co_await(); })
      return std::forward<A>(a).operator co_await();
    else
      return at_its_place<std::remove_reference_t<A>>{a};
  }

  /// Keeps the exception for the taker of the result. One that std::exception_ptr cannot hold, pthread_exit's or another language's, propagates out
  /// of resume().
  void unhandled_exception() {
    thrown = std::current_exception();
    if (thrown == nullptr) platform::rethrow();
  }
  void rethrow_if_thrown() {
    if (thrown != nullptr) std::rethrow_exception(std::exchange(thrown, nullptr));
  }

  /// Returns what await_suspend does to begin this coroutine, whose handle is `own`, for `by`.
  template <class Promise>
  std::coroutine_handle<> begin_for(std::coroutine_handle<> own, std::coroutine_handle<Promise> by) noexcept {
    bool foreign_root = true;
    if constexpr (std::derived_from<Promise, coroutine_promise>) foreign_root = by.promise().is_foreign();
    awaiter_ = reinterpret_cast<std::uintptr_t>(by.address()) | (foreign_root ? foreign_bit : 0);
    return pass_control(own);
  }
  /// Returns what await_suspend does to transfer control from this coroutine, or to it, to `to`.
  [[nodiscard]] std::coroutine_handle<> pass_control(std::coroutine_handle<> to) const noexcept {
    return is_foreign() ? to : hand_over<P>(to);
  }
  /// A coroutine of another library awaits it, at any depth: it is no part of the turn in which it is resumed.
  [[nodiscard]] bool is_foreign() const noexcept { return (awaiter_ & foreign_bit) != 0; }

  std::exception_ptr thrown;

 private:
  static constexpr std::uintptr_t foreign_bit = 1;  // free: a frame begins with a pointer

  /// Null: a root, which a pool resumes and no coroutine awaits.
  [[nodiscard]] std::coroutine_handle<> awaiter() const noexcept {
    return std::coroutine_handle<>::from_address(reinterpret_cast<void*>(awaiter_ & ~foreign_bit));
  }

  struct end {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> ended) const noexcept {
      const coroutine_promise& its = ended.promise();
      if (its.awaiter()) return its.pass_control(its.awaiter());
      if (auto* f = task_frame<P>::innermost()) f->ended = ended;
      return std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  std::uintptr_t awaiter_ = 0;  // its address and foreign_bit, in one word: a coroutine that sleeps takes few bytes
};

/// The same with the result.
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

/// What a pool does with a root, a coroutine that it runs itself and that no coroutine awaits. Not for users: inside a worker, a coroutine resumed
/// by hand would report its end as the worker's.
struct root {
  /// The handle, to be resumed within an engine::task_frame<P>. After resume() has returned, another thread may run the coroutine, so neither the
  /// handle nor `c` may be touched; unless the frame names it in `ended`: then it has ended and is to be destroyed.
  template <class T, class P>
  [[nodiscard]] static std::coroutine_handle<> handle(const basic_coroutine<T, P>& c) noexcept {
    return c.frame_;
  }
  /// The same, and the caller owns the coroutine from now on.
  template <class T, class P>
  [[nodiscard]] static std::coroutine_handle<> release(basic_coroutine<T, P>& c) noexcept {
    return std::exchange(c.frame_, nullptr);
  }
  /// Resumes the coroutine and those it transfers control to, until one suspends or the root ends; true if the root has ended. Precondition: the
  /// calling thread has an engine::task_frame<P>.
  template <class P>
  static bool resume(std::coroutine_handle<> h) {
    auto& f = *task_frame<P>::innermost();
    f.ended = nullptr;
    const looking_there guard{f.next, std::exchange(f.next, &h)};
    while (h) std::exchange(h, nullptr).resume();
    return f.ended != nullptr;
  }
  /// Returns its value or throws what it threw. Precondition: it has ended; call once.
  template <class T, class P>
  static T result(const basic_coroutine<T, P>& c) {
    return c.frame_.promise().take();
  }
  /// The same for a handle of a coroutine of that type.
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

/// A function that can wait without holding a thread: its body has `co_await` or `co_return`, and it returns this type.
///
/// Calling it only makes the coroutine; it runs when it is awaited, `co_await f()` or `co_await std::move(c)`, or when the pool to which it was
/// given resumes it. The awaiting coroutine continues at its end, on the thread on which it ended, with its value or its exception. A foreign
/// coroutine, one of another library, may await it on threads that run no coroutine of a pool; on others it gets a std::logic_error. T is void, a
/// movable type or an lvalue reference. The object owns the coroutine's locals and arguments: destroying it, suspended at any depth or not started,
/// destroys them as an exception would; it must not be running. Arguments taken by reference and the captures of a lambda are not owned and must
/// outlive it.
///
/// Calling it throws std::bad_alloc when there is no memory for its frame, and what copying its arguments throws.
/// Cost: an allocation, which engine::frame_cache serves on a pool's thread, and two jumps, for the start and for the end. On a pool's thread these
/// use no stack with any compiler; elsewhere only where the compiler makes them tail calls, as g++ does from -O2 on. Destroying it uses stack in
/// proportion to the depth at which it is suspended.
/// Alignment: its result has the alignment of T. Its locals and arguments are placed by the compiler: g++ 12 aligns a frame as operator new does,
/// by 16 bytes, and what needs more may be misaligned, for example an __m256. Keep such a value behind a std::unique_ptr, or in the captures of the
/// posted callable, which are aligned correctly.
/// Compilers: g++ before 12.3 breaks an `if` with co_await in its condition where nothing is declared before it (GCC bug 106188): await before the
/// `if`. g++ 12 copies the captures of a lambda in an awaited expression bit by bit and destroys them twice, and likewise the members of an
/// aggregate made there (GCC bug 100611): name the lambda, or the awaited object. clang++ assumes that `errno` and std::this_thread::get_id() stay
/// the same across a co_await: read them in a function of their own.
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

  /// False if default-constructed, moved from or awaited.
  [[nodiscard]] explicit operator bool() const noexcept { return frame_ != nullptr; }

  /// Runs it to its end and returns its result. Throws std::logic_error if there is nothing to run: see operator bool.
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
      return running.frame_.promise().begin_for(running.frame_, awaiter);
    }
    T await_resume() const { return running.frame_.promise().take(); }
  };

  /// A wait inside this coroutine would suspend the current turn, of which the foreign coroutine is no part.
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
