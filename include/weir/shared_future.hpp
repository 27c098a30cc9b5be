// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_SHARED_FUTURE_HPP
#define WEIR_SHARED_FUTURE_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/coroutine/waker.hpp>
#include <weir/future.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/post_result.hpp>

#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

namespace weir {

namespace engine {

/// What the copies of a shared_future share: the future, and those that wait for it. It is one of the owners itself until it is woken.
template <class R, class P>
class shared_outcome final : waker {
 public:
  explicit shared_outcome(future<R, P> from) noexcept : from_(std::move(from)) {}

  /// Called once, by the first owner.
  void start() {
    take_share();
    if (!from_.shared()->watch(*this)) wake();
  }

  class arrival : public locked_wait<arrival, P> {
   public:
    explicit arrival(shared_outcome& of) noexcept : locked_wait<arrival, P>({}), of_(of) {}
    bool await_resume() noexcept { return this->ended() == arrival::state::served; }

   private:
    friend locked_wait<arrival, P>;
    auto& mutex() const noexcept { return of_.mutex_; }
    auto& line() const noexcept { return of_.book_.write().waiters; }
    auto attempt(waiting<P>*&) const noexcept { return of_.book_.read().ready ? arrival::state::served : arrival::state::in_line; }

    shared_outcome& of_;
  };

  [[nodiscard]] bool ready() {
    typename P::unique_lock lock(mutex_);
    return book_.read().ready;
  }
  /// False: the deadline came first. Without one, which is null, it throws inside a task of the pool from which the outcome is to come.
  bool wait(const typename P::clock::time_point* deadline) {
    if (ready()) return true;
    if (deadline == nullptr && from_.shared()->is_awaited_by_its_pool())
      refuse_deadlock(
          "a task waits for the shared future of another task of its own pool; co_await it, or wait in a weir::blocking_region");
    const noted_wait<P> noted(from_.shared()->pools());
    return deadline == nullptr ? arrival(*this).wait() : arrival(*this).wait_until(*deadline);
  }
  /// Precondition: ready.
  decltype(auto) value() const {
    const auto& value = kept();
    if (const auto* thrown = std::get_if<2>(&value)) std::rethrow_exception(*thrown);
    if (const auto* why = std::get_if<3>(&value)) throw not_run(*why);
    if constexpr (std::is_reference_v<R>)
      return static_cast<R>(*std::get<1>(value));
    else if constexpr (!std::is_void_v<R>)
      return (std::get<1>(value));
  }

  /// As outcome::value(). Precondition: ready.
  [[nodiscard]] const auto& kept() const { return std::as_const(*from_.shared()).value(); }

  void take_share() noexcept {
    // [SHARED-1] relaxed, alone: the caller owns a share.
    owners_.fetch_add(1, std::memory_order_relaxed);
  }
  void let_go() noexcept {
    // [SHARED-2] acq_rel, pairs with [SHARED-2]: the last owner sees what the others did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  struct book {
    bool ready = false;
    typename waiting<P>::line waiters;
  };

  /// Called by the thread that has completed the future.
  void wake() override {
    typename waiting<P>::line told;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      b.ready = true;
      while (auto* each = waiting<P>::first_of(b.waiters, waiting<P>::state::served)) told.push_back(*each);
    }
    waiting<P>::resume_all(told);
    let_go();
  }

  future<R, P> from_;
  typename P::mutex mutex_;
  typename P::template cell<book> book_;
  typename P::template atomic<unsigned> owners_{1};
};

}  // namespace engine

/// A future that many wait for: `weir::shared_future page = pool.submit(fetch);`. Copies share one result; each copy may be used by a thread of its
/// own. It always completes, as a weir::future does.
///
/// Cost: one allocation, and a lock for each call. Visibility: what the task did is seen after wait(), get() or co_await.
template <class R, class P = platform::native>
class shared_future {
  using state = engine::shared_outcome<R, P>;
  using value_type = decltype(std::declval<const state&>().value());

 public:
  using platform_type = P;
  using resumes_at_home = void;

  shared_future() noexcept = default;
  /// Precondition: `from` is valid. Throws std::bad_alloc.
  shared_future(future<R, P> from) : state_(new state(std::move(from))) { state_->start(); }
  shared_future(const shared_future& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) state_->take_share();
  }
  shared_future(shared_future&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  shared_future& operator=(shared_future other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~shared_future() {
    if (state_ != nullptr) state_->let_go();
  }

  /// False for a default-constructed or moved-from one, of which every call below throws std::logic_error.
  [[nodiscard]] bool valid() const noexcept { return state_ != nullptr; }
  [[nodiscard]] bool ready() const { return its().ready(); }

  /// Waits for the outcome. Throws std::system_error(resource_deadlock_would_occur) when called by a task of the same pool before there is one.
  void wait() const { its().wait(nullptr); }
  /// True if there is an outcome before `d`, a std::chrono::duration of any kind, has passed. One beyond the clock's range is as wait().
  bool wait_for(platform::time_span d) const { return wait_until(platform::deadline_in<P>(d)); }
  /// The same until `deadline`, a time point of the platform's clock; natively of std::chrono::steady_clock, of any resolution.
  bool wait_until(platform::instant<typename P::clock> deadline) const {
    const typename P::clock::time_point t = deadline;
    return its().wait(platform::finite(t));
  }

  /// For weir's own use: what the copies share.
  [[nodiscard]] state* shared() const noexcept { return state_; }

  /// Waits; then returns a reference to the value, which lives as long as a copy of this future; or throws what the task threw, to each that asks; or
  /// not_run with the reason.
  value_type get() const {
    wait();
    return state_->value();
  }

  /// `co_await f` in a coroutine that a pool runs: as get(), but holds no thread meanwhile. In any other coroutine it throws std::logic_error, unless
  /// there is an outcome. This object must live until then.
  auto operator co_await() const { return awaited(its()); }

 private:
  struct awaited : state::arrival {
    explicit awaited(state& of) noexcept : state::arrival(of), its(of) {}
    value_type await_resume() {
      static_cast<void>(state::arrival::await_resume());
      return std::as_const(its).value();
    }
    state& its;
  };

  [[nodiscard]] state& its() const {
    if (state_ == nullptr) [[unlikely]]
      engine::refuse_invalid_future();
    return *state_;
  }

  state* state_ = nullptr;
};
template <class R, class P>
shared_future(future<R, P>) -> shared_future<R, P>;

namespace engine {

/// The shared_future that is continued: it waits in the line of those that read it.
template <class From>
class continued_source;
template <class R, class P>
class continued_source<shared_future<R, P>> {
 public:
  explicit continued_source(shared_future<R, P>&& from) noexcept : from_(std::move(from)), wait_(*from_.shared()) {}

  /// `w` is woken when there is an outcome. False: there is one already.
  bool watch(waker& w) { return !wait_.begin(w); }
  [[nodiscard]] bool has_value() const { return from_.shared()->kept().index() == 1; }
  decltype(auto) get() const { return from_.get(); }
  /// A copy: what waited refers to what they share.
  [[nodiscard]] shared_future<R, P> whole() const noexcept { return from_; }
  /// Of what whole() returned, which has no value.
  template <class Result>
  static void fail(outcome<Result, P>& as_well, const shared_future<R, P>& failed) {
    const auto& failure = failed.shared()->kept();
    if (const auto* why = std::get_if<3>(&failure)) return as_well.refuse(*why);
    auto again = [&failure]() -> Result { std::rethrow_exception(std::get<2>(failure)); };
    as_well.complete_with(again);
  }

 private:
  shared_future<R, P> from_;
  typename shared_outcome<R, P>::arrival wait_;
};

}  // namespace engine

}  // namespace weir

#endif
