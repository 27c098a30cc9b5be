// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_FRAME_HPP
#define WEIR_ENGINE_FRAME_HPP

namespace weir::engine {

/// Marks the calling thread as running tasks of a pool for as long as the frame lives. Frames nest: a worker of one pool may
/// run a task of another, and calls that would wait for the very task that makes them are found out.
template <class P>
class frame {
 public:
  explicit frame(const void* pool) noexcept : pool_(pool), outer_(static_cast<frame*>(P::slot())) { P::slot() = this; }
  frame(const frame&) = delete;
  frame& operator=(const frame&) = delete;
  ~frame() { P::slot() = outer_; }

  /// Does the calling thread run a task of `pool` at this moment?
  [[nodiscard]] static bool inside(const void* pool) noexcept {
    for (auto* f = static_cast<frame*>(P::slot()); f != nullptr; f = f->outer_)
      if (f->pool_ == pool) return true;
    return false;
  }

 private:
  const void* pool_;
  frame* outer_;
};

}  // namespace weir::engine

#endif
