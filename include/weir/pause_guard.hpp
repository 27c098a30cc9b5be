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
  explicit pause_guard(Engine& paused) : engine_(&paused), life_(paused.pause()) {}
  pause_guard(pause_guard&& other) noexcept : engine_(std::exchange(other.engine_, nullptr)), life_(other.life_) {}
  pause_guard& operator=(pause_guard&& other) noexcept {
    std::swap(engine_, other.engine_);
    std::swap(life_, other.life_);
    return *this;
  }
  ~pause_guard() { resume(); }

  /// Takes this pause back; the pool goes on when no other holds. Does nothing the second time.
  void resume() {
    if (engine_ != nullptr) std::exchange(engine_, nullptr)->resume(life_);
  }

 private:
  Engine* engine_;
  std::uint64_t life_;  // of the pool, when it was paused; its end ends the pause
};

}  // namespace weir

#endif
