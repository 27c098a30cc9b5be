// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_NOTED_WAIT_HPP
#define WEIR_ENGINE_COROUTINE_NOTED_WAIT_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/order.hpp>

namespace weir::engine {

/// While it lives, the record of the worker that runs the calling thread's task says for which pool the worker waits. Does nothing on a thread that runs no
/// task of a worker. Made where a thread is about to sleep, never on the way of a post or a take.
template <class P>
class noted_wait {
 public:
  explicit noted_wait(const void* pool) noexcept : note_(task_frame<P>::note_of_this_thread()) {
    if (note_ == nullptr) return;
    // [DUMP-1] relaxed, alone: its own thread writes it.
    before_ = note_->load(std::memory_order_relaxed);
    // [DUMP-1] relaxed, alone: the reader acts on nothing but the value.
    note_->store(pool, std::memory_order_relaxed);
  }
  noted_wait(const noted_wait&) = delete;
  noted_wait& operator=(const noted_wait&) = delete;
  ~noted_wait() {
    // [DUMP-1] relaxed, alone: as above.
    if (note_ != nullptr) note_->store(before_, std::memory_order_relaxed);
  }

 private:
  typename task_frame<P>::wait_note* const note_;
  const void* before_ = nullptr;
};

}  // namespace weir::engine

#endif
