// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASYNC_SEMAPHORE_HPP
#define WEIR_ASYNC_SEMAPHORE_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/platform/native.hpp>

#include <cstddef>
#include <stop_token>
#include <utility>

namespace weir {

/// A number of permits, for coroutines: one that finds none waits without holding a thread. First come, first served.
///
/// Every member may be used by any thread; only a co_await that has to wait needs a coroutine that a pool runs: it throws
/// std::logic_error elsewhere. Nobody may wait any more when it is destroyed.
/// Visibility: what was done before a release is seen by whoever gets that permit.
/// Cost: an uncontended lock for each, two and a turn for one that waits; nothing allocates.
/// Release hands a permit to the first in line and not to whoever is fastest, as golang.org/x/sync/semaphore does.
template <class P>
class basic_async_semaphore {
  using waiting = engine::waiting<P>;
  using state = typename waiting::state;
  struct book {
    std::size_t permits = 0;
    typename waiting::line line;  // empty while there is a permit
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

  /// `co_await s.acquire()` takes a permit; true. With a token: false when that stopped first, and no permit was taken.
  [[nodiscard("weir: write co_await")]] acquisition acquire(std::stop_token token = {}) noexcept { return {*this, std::move(token)}; }
  /// False when there is none now. Waits for nothing.
  [[nodiscard]] bool try_acquire() {
    typename P::unique_lock lock(mutex_);
    return take(book_.write());
  }
  /// Gives one back, or one more.
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
