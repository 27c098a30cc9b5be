// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_COROUTINE_SLOTS_HPP
#define WEIR_ENGINE_POOL_COROUTINE_SLOTS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/ready_queues.hpp>
#include <weir/engine/coroutine/runnable.hpp>
#include <weir/engine/coroutine/spare_slots.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/smaller_of.hpp>

#include <coroutine>
#include <cstddef>
#include <forward_list>
#include <type_traits>
#include <utility>

namespace weir::engine {

struct no_ready_coroutines {
  explicit no_ready_coroutines(unsigned) noexcept {}
};

/// What a pool of threads keeps of one coroutine from its first turn to its end. Each turn runs on whichever worker is free.
template <class C>
class coroutine_slot : public runnable<typename C::platform> {
 public:
  /// Begins in `home`; see suspended_at().
  explicit coroutine_slot(ready_queue<typename C::platform>& home) noexcept { this->home_.write() = &home; }

  /// Identifies the task to a queue that is told of a task's end.
  [[no_unique_address]] std::conditional_t<hears_of_the_end<typename C::queue>, typename C::seat, no_seat> seat;
};

/// The coroutines that are ready for a turn, and the number of turns that run on threads without spare slots.
template <class P>
class ready_coroutines : public ready_queues<P> {
 public:
  /// For a pool of `workers`, which may be resized. Throws std::bad_alloc.
  explicit ready_coroutines(unsigned workers) : ready_queues<P>(platform::smaller_of(workers, most_queues)) {}

  /// A turn that is running. Counted, unless the thread's spare slots note it.
  class turn {
   public:
    turn(ready_coroutines& all, spare_slots<P>* own) noexcept : all_(all), own_(own) {
      if (own_ != nullptr)
        own_->runs_turn(true);
      else
        // [TURN-1] relaxed, alone: a number for stats().
        all_.running_.fetch_add(1, std::memory_order_relaxed);
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() {
      if (own_ != nullptr)
        own_->runs_turn(false);
      else
        // [TURN-1] relaxed, alone: as above.
        all_.running_.fetch_sub(1, std::memory_order_relaxed);
    }

   private:
    ready_coroutines& all_;
    spare_slots<P>* const own_;
  };

  [[nodiscard]] std::size_t running_or_ready() const noexcept {
    // [TURN-1] relaxed, alone: as above.
    return this->size() + running_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned most_queues = 16;  // a look for work passes them all, and each has four kilobytes

  typename P::template atomic<std::size_t> running_{0};
};

/// The slots of one pool. Guarded by the pool's lock. Slots are reused and live as long as the pool.
template <class C, bool Carries = C::carries>
class coroutine_slots {
 public:
  using spares = spare_slots<typename C::platform>;

  /// A coroutine has begun and not ended, or a worker that is not idle keeps spare slots.
  [[nodiscard]] bool any() const noexcept { return count_ != 0; }
  /// The slots in use, and those that workers keep.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// A coroutine has begun in this pool.
  [[nodiscard]] bool ever_used() const noexcept { return !all_.empty(); }

  /// Throws std::bad_alloc.
  coroutine_slot<C>& attach(ready_queue<typename C::platform>& home) {
    if (blank_ == nullptr) blank_ = &all_.emplace_front(home);
    return pop();
  }
  void detach(coroutine_slot<C>& s) noexcept {
    s.spare() = blank_;
    blank_ = &s;
    --count_;
  }
  /// Gives a worker slots that were in use before, if there are any, and not more than a batch.
  void lend(spares& to) noexcept {
    while (blank_ != nullptr && to.count() != spares::batch) to.keep(pop());
  }
  /// Takes back a worker's spare slots, all but `rest`.
  void take_back(spares& from, unsigned rest) noexcept {
    while (from.count() > rest) detach(static_cast<coroutine_slot<C>&>(*from.take()));
  }

 private:
  coroutine_slot<C>& pop() noexcept {
    ++count_;
    return *std::exchange(blank_, static_cast<coroutine_slot<C>*>(blank_->spare()));
  }

  std::size_t count_ = 0;
  coroutine_slot<C>* blank_ = nullptr;
  std::forward_list<coroutine_slot<C>> all_;
};
template <class C>
class coroutine_slots<C, false> {
 public:
  struct spares {};

  static constexpr bool any() noexcept { return false; }
  static constexpr bool ever_used() noexcept { return false; }
};

}  // namespace weir::engine

#endif
