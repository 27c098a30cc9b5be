// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RESUME_GUARD_HPP
#define WEIR_ENGINE_COROUTINE_RESUME_GUARD_HPP

#include <weir/platform/order.hpp>

namespace weir::engine {

/// Threads of others that have a coroutine go on. It may end, and its pool with it, before the one who called has told the workers; so the
/// pool's end waits for him here.
template <class P>
class resume_guard {
 public:
  resume_guard() = default;
  resume_guard(const resume_guard&) = delete;
  resume_guard& operator=(const resume_guard&) = delete;

  /// From before the call until the caller has nothing more to do with the pool.
  class call {
   public:
    explicit call(resume_guard& all) noexcept : all_(all) {
      // [CALL-2] relaxed, alone: before the coroutine goes on, so whoever ends its pool knows of it.
      all_.inside_.fetch_add(1, std::memory_order_relaxed);
    }
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      // [CALL-1] release, pairs with [CALL-3]: the last thing that it does with the pool.
      all_.inside_.fetch_sub(1, std::memory_order_release);
    }

   private:
    resume_guard& all_;
  };

  /// When no coroutine is left that could be called.
  void wait_until_gone() const noexcept {
    // [CALL-3] acquire, pairs with [CALL-1]: what they did with the pool is over.
    while (inside_.load(std::memory_order_acquire) != 0) P::yield();
  }

 private:
  typename P::template atomic<unsigned> inside_{0};
};

}  // namespace weir::engine

#endif
