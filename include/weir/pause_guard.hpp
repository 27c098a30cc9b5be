// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PAUSE_GUARD_HPP
#define WEIR_PAUSE_GUARD_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/wait_calls.hpp>

#include <utility>

namespace weir {

/// Keeps a pool paused for as long as it lives. Movable; must not outlive the pool.
template <class C>
class [[nodiscard]] pause_guard {
 public:
  pause_guard(engine::core<C>& pool, const typename engine::wait_calls<C>::pause_mark& mark) noexcept : pool_(&pool), mark_(mark) {}
  pause_guard(pause_guard&& other) noexcept : pool_(std::exchange(other.pool_, nullptr)), mark_(other.mark_) {}
  /// Ends the pause that this guard holds, if it holds one.
  pause_guard& operator=(pause_guard&& other) noexcept {
    pause_guard taken(std::move(other));
    std::swap(pool_, taken.pool_);
    std::swap(mark_, taken.mark_);
    return *this;
  }
  ~pause_guard() { resume(); }

  /// Ends this pause; the pool resumes when no other guard holds one. Does nothing when called again.
  void resume() {
    if (pool_ != nullptr) engine::wait_calls<C>(*std::exchange(pool_, nullptr)).resume(mark_);
  }

 private:
  engine::core<C>* pool_;
  typename engine::wait_calls<C>::pause_mark mark_;  // the pause also ends with the life of the pool that this names
};

}  // namespace weir

#endif
