// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_CONTINUATION_HPP
#define WEIR_ENGINE_TASK_CONTINUATION_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/waker.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/future.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/report.hpp>
#include <weir/post_result.hpp>
#include <weir/task.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// What a pool runs of a continuation: it owns the task's share of its outcome.
template <class Continuation>
class continuation_call {
 public:
  using asks_for_its_frame = void;

  explicit continuation_call(Continuation& its) noexcept : continuation_(&its) {}
  continuation_call(continuation_call&& other) noexcept : continuation_(std::exchange(other.continuation_, nullptr)) {}
  /// May throw what the destructor of the callable throws.
  ~continuation_call() noexcept(false) {
    if (continuation_ == nullptr) return;
    continuation_->refuse(post_result::cancelled);
    continuation_->end();
  }
  void operator()() { run_within(nullptr); }
  /// Called by a pool.
  void run_within(void* frame) {
    if (continuation_ == nullptr) return;
    continuation_->run(frame);
    std::exchange(continuation_, nullptr)->end();
  }

 private:
  Continuation* continuation_;
};

/// The future that is continued. There is another one for a shared_future.
template <class From>
class continued_source;
template <class R, class P>
class continued_source<future<R, P>> {
 public:
  explicit continued_source(future<R, P>&& from) noexcept : from_(std::move(from)) {}

  /// `w` is woken when there is an outcome. False: there is one already.
  bool watch(waker& w) { return from_.shared()->watch(w); }
  [[nodiscard]] bool has_value() const { return std::as_const(*from_.shared()).value().index() == 1; }
  R get() { return from_.get(); }
  [[nodiscard]] future<R, P> whole() noexcept { return std::move(from_); }
  /// Of what whole() returned, which has no value.
  template <class Result>
  static void fail(outcome<Result, P>& as_well, const future<R, P>& failed) {
    as_well.fail_as(*failed.shared());
  }

 private:
  future<R, P> from_;
};

/// The outcome of `f(from)`, which the pool runs when `from` is ready: one object, made by then(). `F` is called with the value of `from`, or if it
/// `TakesFuture` with `from` itself, which is ready then.
template <class R, class From, class Pool, class F, bool TakesFuture>
class continuation final : public outcome<R, typename Pool::platform_type>, waker {
  using P = typename Pool::platform_type;

 public:
  continuation(From&& from, Pool& pool, pool_place place, F&& f)
      : outcome<R, P>(place.begin, place.bytes), pool_(kept_by_a_task(pool)), parts_(std::move(from), std::move(f)) {}
  ~continuation() noexcept override {}  // the parts are gone

  /// Called once. The caller holds the future's share.
  void start() {
    if (!parts_.from.watch(*this)) wake();
  }
  void run(void* frame) {
    parts& mine = parts_;
    auto call = [&]() -> R {
      if constexpr (TakesFuture)
        return std::invoke(mine.f, mine.from.whole());
      else if constexpr (std::is_void_v<decltype(mine.from.get())>)
        return mine.from.get(), std::invoke(mine.f);
      else
        return std::invoke(mine.f, mine.from.get());
    };
    this->complete_with(call, frame == nullptr ? nullptr : &static_cast<task_frame<P>*>(frame)->fate);
  }
  /// May throw what the destructor of the callable throws.
  void end() {
    const struct share {
      continuation& its;
      ~share() { its.let_go(); }
    } owned{*this};
    std::destroy_at(&parts_);
  }

 private:
  struct parts {
    parts(From&& source, F&& callable) : from(std::move(source)), f(std::move(callable)) {}
    continued_source<From> from;
    F f;
  };

  /// Called by the thread that has completed `from`. What is no value goes on from here, without the pool.
  void wake() override {
    if constexpr (!TakesFuture) {
      if (!parts_.from.has_value()) return pass_on();
    }
    task call{continuation_call<continuation>(*this)};
    const post_result answer = posted(call);
    if (answer == post_result::accepted || !call) return;
    this->refuse(answer);  // before the call is destroyed, which would set `cancelled`
    drop([&] { call.reset(); });
  }
  void pass_on() {
    const From failed = parts_.from.whole();
    drop([&] { std::destroy_at(&parts_); });
    continued_source<From>::fail(*this, failed);
    this->let_go();
  }
  /// Destroys a callable that was not called. What its destructor throws goes to the panic policy of the pool that runs the calling thread's task;
  /// outside of pools it is printed.
  template <class Destroy>
  static void drop(Destroy destroy) {
    try {
      destroy();
    } catch (...) {
      platform::pass_on_forced_unwind();
      auto* const here = task_frame<P>::innermost();
      if (here != nullptr && here->panicked != nullptr)
        here->panicked(*here, std::current_exception());
      else
        platform::report(std::current_exception(), "it came from the destructor of a continuation that was not called");
    }
  }
  post_result posted(task& call) {
    try {
      // The result may be there, and its user may destroy the pool, before the post is over.
      [[maybe_unused]] const auto unseen = counted_in(pool_);
      return pool_.try_post(call);
    } catch (...) {
      platform::pass_on_forced_unwind();
      auto why = [thrown = std::current_exception()]() -> R { std::rethrow_exception(thrown); };
      this->complete_with(why);
      return post_result::accepted;
    }
  }

  decltype(kept_by_a_task(std::declval<Pool&>())) pool_;
  union {
    parts parts_;  // destroyed before the outcome is, which its user may keep
  };
};

}  // namespace weir::engine

#endif
