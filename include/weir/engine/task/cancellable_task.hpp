// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_CANCELLABLE_TASK_HPP
#define WEIR_ENGINE_TASK_CANCELLABLE_TASK_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/task.hpp>

#include <stop_token>
#include <utility>

namespace weir::engine {

/// A task beside its queue: the queue holds a cancellable_ticket, so that the task can be destroyed while the ticket waits. Shared by the ticket and
/// the cancellers; the last of them to release it destroys it.
///
/// One step decides between the worker, the cancellers and a thread that waits for the task: from `waiting` to `begun`, `dropped` or `helped`. Who
/// makes it has the task to itself.
template <class P>
class cancellable_task {
 public:
  /// The caller owns a share. `asks` is stopped when a task that has begun is cancelled. `ends_in_its_call`: it is no coroutine.
  cancellable_task(std::stop_source asks, bool ends_in_its_call) noexcept : asks_(std::move(asks)), ends_in_its_call_(ends_in_its_call) {}

  /// Called before the ticket is posted.
  void hold(task t) noexcept { body_.write() = std::move(t); }

  /// Called by the ticket at its turn: runs the task unless another thread has it. False: it was dropped.
  bool run(void* frame) {
    // [CANCEL-1] relaxed, alone: as in stepped_to(); only tells what is counted.
    if (!stepped_to(begun)) return step_.load(std::memory_order_relaxed) != dropped;
    body_.write().run_within(frame);
    return true;
  }
  /// Called when the ticket is destroyed: the task was run, or never will be.
  void end() {
    // [CANCEL-1] relaxed, alone: as in stepped_to(); `begun` is this ticket's own.
    if (stepped_to(dropped) || step_.load(std::memory_order_relaxed) == begun) body_.write().reset();
  }
  /// True: the task had not begun and is destroyed. False: it has begun, and is asked to stop, or it is over.
  bool cancel() {
    if (stepped_to(dropped)) return body_.write().reset(), true;
    platform::request_stop<P>(asks_);
    return false;
  }

  /// Called by a thread that waits for the task: runs it here if it has not begun. False: it is a coroutine, which can wait only in its pool.
  bool help() {
    if (!ends_in_its_call_) return false;
    if (stepped_to(helped)) {
      body_.write()();
      body_.write().reset();
    }
    return true;
  }

  void take_share() noexcept {
    // [CANCEL-2] relaxed, alone: the caller owns a share.
    owners_.fetch_add(1, std::memory_order_relaxed);
  }
  void let_go() noexcept {
    // [CANCEL-3] acq_rel, pairs with [CANCEL-3]: the last owner sees what the others did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  enum step : unsigned char { waiting, begun, dropped, helped };

  bool stepped_to(step next) noexcept {
    step was = waiting;
    // [CANCEL-1] relaxed, alone: it only says who has the task. The post ordered its making before the worker, the future before the canceller.
    return step_.compare_exchange_strong(was, next, std::memory_order_relaxed, std::memory_order_relaxed);
  }

  typename P::template cell<task> body_;
  typename P::template atomic<step> step_{waiting};
  typename P::template atomic<unsigned> owners_{1};
  std::stop_source asks_;
  const bool ends_in_its_call_;
};

/// What the queue holds of a cancellable_task: it owns a share.
template <class P>
class cancellable_ticket {
 public:
  using asks_for_its_frame = void;

  /// The caller gives this ticket a share.
  explicit cancellable_ticket(cancellable_task<P>& its) noexcept : task_(&its) {}
  cancellable_ticket(cancellable_ticket&& other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  /// May throw what the destructor of the callable throws.
  ~cancellable_ticket() noexcept(false) {
    if (task_ == nullptr) return;
    const struct share {
      cancellable_task<P>& its;
      ~share() { its.let_go(); }
    } owned{*task_};
    task_->end();
  }

  /// Called after the ticket was handed back.
  void operator()() { run_within(nullptr); }
  /// Called by a pool.
  void run_within(void* frame) {
    if (!task_->run(frame) && frame != nullptr) static_cast<task_frame<P>*>(frame)->fate = task_fate::skipped;
  }

 private:
  cancellable_task<P>* task_;
};

}  // namespace weir::engine

#endif
