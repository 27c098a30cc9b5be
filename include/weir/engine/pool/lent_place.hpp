// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_LENT_PLACE_HPP
#define WEIR_ENGINE_POOL_LENT_PLACE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/start_and_wake.hpp>

#include <utility>

namespace weir::engine {

/// Lends the calling worker's place to another one, for as long as this object lives: the beginning is a resize to one more, the end a resize to one
/// less. Does nothing on a thread that is no worker of the pool, and in a region of the same worker that has begun already.
template <class C>
class lent_place {
 public:
  explicit lent_place(core<C>& pool) : lent_place(pool, worker_of(pool)) {
    if (here_ == nullptr) return;
    locked<C> l(pool_);
    if constexpr (C::carries) {
      if (here_->slots != nullptr)
        idle_workers<C>(l).take_back_slots(*here_->slots, 0);  // they would count as coroutines that need a worker
    }
    const unsigned places = l->capacity;
    ++l->blocked;
    l->lend_places(pool_.asked.extra_workers);
    here_->blocks = l->capacity > places ? region::with_a_place : region::without_a_place;
    start_and_wake<C>::limits_changed(std::move(l));  // may run a task here, which may end the thread: then the destructor is called
  }
  lent_place(const lent_place&) = delete;
  lent_place& operator=(const lent_place&) = delete;
  /// If more workers live now than the capacity allows, this one leaves after its task, unless another one is faster.
  ~lent_place() {
    if (here_ == nullptr) return;
    here_->blocks = region::none;
    locked<C> l(pool_);
    --l->blocked;
    l->lend_places(pool_.asked.extra_workers);
  }

 private:
  using frame = task_frame<typename C::platform>;

  lent_place(core<C>& pool, frame* here) noexcept : pool_(pool), here_(here) {}

  static frame* worker_of(const core<C>& pool) noexcept {
    frame* const here = frame::of(pool.id());
    return here != nullptr && here->worker != nullptr && here->blocks == region::none ? here : nullptr;
  }

  core<C>& pool_;
  frame* const here_;
};

}  // namespace weir::engine

#endif
