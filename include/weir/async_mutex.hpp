// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASYNC_MUTEX_HPP
#define WEIR_ASYNC_MUTEX_HPP

#include <weir/async_semaphore.hpp>
#include <weir/platform/instant.hpp>
#include <weir/platform/time_span.hpp>

#include <stop_token>
#include <utility>

namespace weir {

/// A mutex for coroutines, which may be held across a co_await: `auto held = co_await m.lock();`, or in a thread
/// `auto held = m.lock().wait();`. A coroutine that waits holds no thread. FIFO; not recursive.
/// What basic_async_semaphore says of threads, visibility and cost holds here too.
template <class P>
class basic_async_mutex {
 public:
  /// Owns the lock and releases it on destruction, on any thread. False: it does not own the lock.
  class [[nodiscard]] guard {
   public:
    guard() noexcept = default;
    explicit guard(basic_async_mutex* held) noexcept : held_(held) {}
    guard(guard&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
    guard& operator=(guard&& other) noexcept {
      guard taken(std::move(other));
      std::swap(held_, taken.held_);
      return *this;
    }
    ~guard() {
      if (held_ != nullptr) held_->permit_.release();
    }
    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }

   private:
    basic_async_mutex* held_ = nullptr;
  };

  class acquisition : public basic_async_semaphore<P>::acquisition {
   public:
    acquisition(basic_async_mutex& m, std::stop_token token) noexcept
        : basic_async_semaphore<P>::acquisition(m.permit_, std::move(token)), mutex_(m) {}
    guard await_resume() noexcept { return held(permit::await_resume()); }
    guard wait() { return held(permit::wait()); }
    guard wait_for(platform::time_span d) { return held(permit::wait_for(d)); }
    guard wait_until(platform::instant<typename P::clock> t) { return held(permit::wait_until(t)); }

   private:
    using permit = typename basic_async_semaphore<P>::acquisition;
    guard held(bool is_held) noexcept { return guard(is_held ? &mutex_ : nullptr); }

    basic_async_mutex& mutex_;
  };

  /// `co_await m.lock()` returns a guard that owns the lock. With a token: one that does not own it if the token was stopped first.
  [[nodiscard("weir: write co_await, or .wait() in a thread")]] acquisition lock(std::stop_token token = {}) noexcept {
    return {*this, std::move(token)};
  }
  /// Does not wait; the guard says whether it owns the lock.
  guard try_lock() { return guard(permit_.try_acquire() ? this : nullptr); }

 private:
  basic_async_semaphore<P> permit_{1};
};

using async_mutex = basic_async_mutex<platform::native>;

}  // namespace weir

#endif
