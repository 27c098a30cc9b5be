// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_CALL_GUARD_HPP
#define WEIR_ENGINE_COROUTINE_CALL_GUARD_HPP

#include <weir/platform/order.hpp>

namespace weir::engine {

/// Counts the threads outside a pool that are in a call of it which its users cannot see: they resume one of its coroutines, move one to it, or post
/// the continuation of a future. The pool's destructor waits for zero: what was resumed or posted may be over, and the pool destroyed, before such a
/// thread has told the workers.
template <class P>
class call_guard {
 public:
  call_guard() = default;
  call_guard(const call_guard&) = delete;
  call_guard& operator=(const call_guard&) = delete;

  /// Counts the calling thread until it has finished with the pool.
  class call {
   public:
    explicit call(call_guard& all) noexcept : call(&all) {}
    /// Null: nothing to count in.
    explicit call(call_guard* all) noexcept : all_(all) {
      // [CALL-2] relaxed, alone: precedes the resume or the post, so the thread that destroys the pool sees it.
      if (all_ != nullptr) all_->inside_.fetch_add(1, std::memory_order_relaxed);
    }
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      // [CALL-1] release, pairs with [CALL-3]: the caller's last access to the pool.
      if (all_ != nullptr) all_->inside_.fetch_sub(1, std::memory_order_release);
    }

   private:
    call_guard* all_;
  };

  /// Call when no coroutine is left that could be resumed, and nothing is posted any more.
  void wait_until_gone() const noexcept {
    // [CALL-3] acquire, pairs with [CALL-1]: every caller's accesses to the pool are over.
    while (inside_.load(std::memory_order_acquire) != 0) P::yield();
  }

 private:
  typename P::template atomic<unsigned> inside_{0};
};

}  // namespace weir::engine

#endif
