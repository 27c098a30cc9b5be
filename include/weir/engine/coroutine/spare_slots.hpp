// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_SPARE_SLOTS_HPP
#define WEIR_ENGINE_COROUTINE_SPARE_SLOTS_HPP

#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/timer_wheel.hpp>
#include <weir/platform/order.hpp>

#include <utility>

namespace weir::engine {

/// The slots that a worker of a pool of threads keeps for coroutines that begin on it, newest first, so that most coroutines begin and end without
/// the pool's lock. The pool counts them as in use. They note, too, whether the worker runs a turn: to count the turns of all workers in one number
/// takes as long as a turn.
template <class P>
class spare_slots {
 public:
  static constexpr unsigned batch = 8;

  /// Null if there is none.
  [[nodiscard]] resumable<P>* take() noexcept {
    auto*& first = first_.write();
    if (first == nullptr) return nullptr;
    resized(count() - 1);
    return static_cast<resumable<P>*>(std::exchange(first, first->spare()));
  }
  void keep(resumable<P>& s) noexcept {
    s.spare() = std::exchange(first_.write(), &s);
    resized(count() + 1);
  }
  /// A batch is to be given back.
  [[nodiscard]] bool full() const noexcept { return count() == 2 * batch; }
  /// May be called by any thread.
  [[nodiscard]] unsigned count() const noexcept {
    // [SPARE-1] relaxed, alone: other threads only read it for stats().
    return count_.load(std::memory_order_relaxed);
  }

  /// Called by the worker, when a turn of a coroutine begins and when it is over.
  void runs_turn(bool now) noexcept {
    // [SPARE-1] relaxed, alone: as above.
    in_turn_.store(now, std::memory_order_relaxed);
  }
  /// The slots that are in use though their coroutine is not suspended: the spare ones, and that of the turn. May be called by any thread.
  [[nodiscard]] unsigned not_suspended() const noexcept {
    // [SPARE-1] relaxed, alone: as above.
    return count() + (in_turn_.load(std::memory_order_relaxed) ? 1 : 0);
  }

 private:
  void resized(unsigned to) noexcept {
    // [SPARE-1] relaxed, alone: as above.
    count_.store(to, std::memory_order_relaxed);
  }

  typename P::template cell<typename timer_wheel<P>::timer*> first_{nullptr};
  typename P::template atomic<unsigned> count_{0};
  typename P::template atomic<bool> in_turn_{false};
};

}  // namespace weir::engine

#endif
