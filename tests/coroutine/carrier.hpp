// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_COROUTINE_CARRIER_HPP
#define TESTS_COROUTINE_CARRIER_HPP

#include <weir/coroutine.hpp>

#include <coroutine>
#include <stdexcept>
#include <utility>

namespace weir::tests {

/// While it lives, the calling thread is a pool's, as far as coroutines can tell.
class carrier {
 public:
  /// Has the root come to its end?
  bool resume(std::coroutine_handle<> h) { return engine::root::resume<platform::native>(h); }
  /// The result of a coroutine that waits for nothing.
  template <class T>
  T run(coroutine<T> c) {
    if (!resume(engine::root::handle(c))) throw std::logic_error("the coroutine has not come to its end");
    return engine::root::result(c);
  }

  engine::frame_cache<platform::native> frames;

 private:
  struct with_frames : engine::task_frame<platform::native> {
    with_frames(const void* pool, engine::frame_cache<platform::native>& cache) : task_frame(pool) { this->frames = &cache; }
  };
  with_frames frame_{this, frames};
};

/// Holds one coroutine until a test resumes it, as a part of the pool would.
struct gate {
  using resumes_at_home = void;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) noexcept { waiting = h; }
  void await_resume() const noexcept {}
  std::coroutine_handle<> waiting;
};

}  // namespace weir::tests

#endif
