// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RESUME_GUARD_HPP
#define WEIR_ENGINE_COROUTINE_RESUME_GUARD_HPP

#include <weir/platform/order.hpp>

namespace weir::engine {

/// Counts the threads outside the pool that are resuming one of its coroutines; the destructor waits for zero. The coroutine may end, and the pool
/// may be destroyed, before such a thread has told the workers.
template <class P>
class resume_guard {
 public:
  resume_guard() = default;
  resume_guard(const resume_guard&) = delete;
  resume_guard& operator=(const resume_guard&) = delete;

  /// Counts the calling thread until it has finished with the pool.
  class call {
   public:
    explicit call(resume_guard& all) noexcept : all_(all) {
      // [CALL-2] relaxed, alone: precedes the resume, so the thread that destroys the pool sees it.
      all_.inside_.fetch_add(1, std::memory_order_relaxed);
    }
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      // [CALL-1] release, pairs with [CALL-3]: the caller's last access to the pool.
      all_.inside_.fetch_sub(1, std::memory_order_release);
    }

   private:
    resume_guard& all_;
  };

  /// Call when no coroutine is left that could be resumed.
  void wait_until_gone() const noexcept {
    // [CALL-3] acquire, pairs with [CALL-1]: every caller's accesses to the pool are over.
    while (inside_.load(std::memory_order_acquire) != 0) P::yield();
  }

 private:
  typename P::template atomic<unsigned> inside_{0};
};

}  // namespace weir::engine

#endif
