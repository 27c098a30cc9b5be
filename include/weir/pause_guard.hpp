// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PAUSE_GUARD_HPP
#define WEIR_PAUSE_GUARD_HPP

#include <cstdint>
#include <utility>

namespace weir {

/// Keeps a pool paused for as long as it lives. Movable; must not outlive the pool.
template <class Engine>
class [[nodiscard]] pause_guard {
 public:
  explicit pause_guard(Engine& paused) : engine_(&paused), mark_(paused.pause()) {}
  pause_guard(pause_guard&& other) noexcept : engine_(std::exchange(other.engine_, nullptr)), mark_(other.mark_) {}
  pause_guard& operator=(pause_guard&& other) noexcept {
    std::swap(engine_, other.engine_);
    std::swap(mark_, other.mark_);
    return *this;
  }
  ~pause_guard() { resume(); }

  /// Takes this pause back; the pool goes on when no other holds. Does nothing the second time.
  void resume() {
    if (engine_ != nullptr) std::exchange(engine_, nullptr)->resume(mark_);
  }

 private:
  Engine* engine_;
  typename Engine::pause_mark mark_;  // the end of the life of the pool that it names ends the pause
};

}  // namespace weir

#endif
