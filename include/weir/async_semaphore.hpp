// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASYNC_SEMAPHORE_HPP
#define WEIR_ASYNC_SEMAPHORE_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/platform/native.hpp>

#include <cstddef>
#include <stop_token>
#include <utility>

namespace weir {

/// A counting semaphore for coroutines: one that finds no permit waits without holding a thread. FIFO, over coroutines and threads.
///
/// Every member may be called from any thread; only a co_await that has to wait must be in a coroutine that a pool runs: elsewhere it throws
/// std::logic_error. A thread writes `s.acquire().wait()`, `.wait_for(d)` or `.wait_until(t)` instead, and sleeps meanwhile. Nothing may be waiting
/// when the semaphore is destroyed.
/// Visibility: what was done before a release is seen by the coroutine that gets that permit.
/// Cost: an uncontended lock per operation; for one that waits, two and a turn; nothing allocates.
/// As in golang.org/x/sync/semaphore, release() hands the permit to the first waiter, so no later caller can overtake it.
template <class P>
class basic_async_semaphore {
  using waiting = engine::waiting<P>;
  using state = typename waiting::state;
  struct book {
    std::size_t permits = 0;
    typename waiting::line line;  // the waiters; empty while there is a permit
  };

 public:
  class acquisition : public engine::locked_wait<acquisition, P> {
   public:
    acquisition(basic_async_semaphore& s, std::stop_token token) noexcept : engine::locked_wait<acquisition, P>(std::move(token)), s_(s) {}
    bool await_resume() noexcept { return this->ended() == state::served; }

   private:
    friend engine::locked_wait<acquisition, P>;
    auto& mutex() const noexcept { return s_.mutex_; }
    auto& line() const noexcept { return s_.book_.write().line; }
    state attempt(waiting*&) const noexcept { return take(s_.book_.write()) ? state::served : state::in_line; }

    basic_async_semaphore& s_;
  };

  explicit basic_async_semaphore(std::size_t permits) { book_.write().permits = permits; }
  basic_async_semaphore(const basic_async_semaphore&) = delete;
  basic_async_semaphore& operator=(const basic_async_semaphore&) = delete;

  /// `co_await s.acquire()` takes a permit and returns true. With a token: false if it was stopped first; no permit is taken then.
  [[nodiscard("weir: write co_await, or .wait() in a thread")]] acquisition acquire(std::stop_token token = {}) noexcept {
    return {*this, std::move(token)};
  }
  /// Takes a permit if there is one, and does not wait. False: there is none.
  [[nodiscard]] bool try_acquire() {
    typename P::unique_lock lock(mutex_);
    return take(book_.write());
  }
  /// Adds a permit, or hands it to the first waiter.
  void release() {
    waiting* next;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      next = waiting::first_of(b.line, state::served);
      if (next == nullptr) ++b.permits;
    }
    if (next != nullptr) next->resume();
  }

 private:
  static bool take(book& b) noexcept {
    if (b.permits == 0) return false;
    --b.permits;
    return true;
  }

  typename P::mutex mutex_;
  typename P::template cell<book> book_;
};

using async_semaphore = basic_async_semaphore<platform::native>;

}  // namespace weir

#endif
