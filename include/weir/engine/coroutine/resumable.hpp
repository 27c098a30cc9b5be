// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RESUMABLE_HPP
#define WEIR_ENGINE_COROUTINE_RESUMABLE_HPP

#include <weir/engine/coroutine/running_coroutine.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/timer_wheel.hpp>

#include <concepts>
#include <coroutine>
#include <stdexcept>
#include <utility>

namespace weir::engine {

template <class P>
class coroutine_promise;
template <class P>
class resumable;
template <class P>
class ready_queue;

/// The pool of a resumable, as awaitables see it. After each call the next turn may start at once, on another thread.
template <class P>
class resumer {
 public:
  using time_point = typename P::clock::time_point;

  /// Makes `w` ready: its next turn runs as soon as a thread is free. Call once per suspension.
  virtual void resume(resumable<P>& w) = 0;
  /// Makes `w` ready at `due`, or when cancel_wait() is called, whichever is first.
  virtual void resume_at(resumable<P>& w, time_point due) = 0;
  /// Ends the current resume_at() wait, or the next one.
  virtual void cancel_wait(resumable<P>& w) = 0;
  /// Runs a turn of the task on the calling thread, which does not belong to the pool.
  virtual void resume_here(resumable<P>& w) = 0;

 protected:
  resumer() = default;
  resumer(const resumer&) = delete;
  ~resumer() = default;
};

/// Where a coroutine that begins as a task of a pool of threads gets its slot.
template <class P>
class slot_provider {
 public:
  /// Returns a slot for the task that `here`'s thread runs. Throws std::bad_alloc.
  virtual resumable<P>& attach(task_frame<P>& here) = 0;

 protected:
  slot_provider() = default;
  slot_provider(const slot_provider&) = delete;
  ~slot_provider() = default;
};

/// What a pool resumes: a light worker, or the slot of a coroutine in a pool of threads. It has exactly one owner at a time: the thread that runs
/// its turn, the ready queue, or the awaiter that has suspended it and is to resume it.
template <class P>
class resumable : public timer_wheel<P>::timer {
 public:
  /// The one whose turn the calling thread runs. Throws std::logic_error if there is none.
  static resumable& current() {
    auto* here = task_frame<P>::innermost();
    if (here == nullptr || here->light == nullptr || here->next == nullptr)
      throw std::logic_error("weir: only a coroutine that a pool runs can wait like this; see docs/light_workers.md");
    return *here->light;
  }

  /// The same for the coroutine that waits. A foreign coroutine, and one of weir's that it awaits, is refused: it is no part of the turn, though it
  /// may have been started or resumed during it.
  template <class Promise>
  static resumable& of([[maybe_unused]] std::coroutine_handle<Promise> point) {
    if constexpr (std::derived_from<Promise, coroutine_promise<P>>)
      if (!point.promise().is_foreign()) return current();
    throw std::logic_error("weir: only a weir::coroutine that a pool runs can wait like this; see docs/light_workers.md");
  }

  /// Sets where the next turn begins, and moves to the ready queue of the worker that runs this one, if that has one. An awaiter calls this first; its
  /// last step makes the call of resume() possible.
  resumer<P>& suspended_at(std::coroutine_handle<> point) noexcept {
    const auto* here = task_frame<P>::innermost();
    if (here != nullptr && here->light == this && here->queue != nullptr) home_.write() = here->queue;
    return suspended_again_at(point);
  }
  /// The same without the move, while cancel_wait() may be running.
  resumer<P>& suspended_again_at(std::coroutine_handle<> point) noexcept {
    way_.write().point = point;
    return host();
  }

  /// The coroutine that was started, if any.
  [[nodiscard]] running_coroutine<P>& task() noexcept { return way_.write().task; }

  /// Its ready queue.
  [[nodiscard]] ready_queue<P>& home() const noexcept { return *home_.read(); }
  [[nodiscard]] resumer<P>& host() const noexcept { return *home().host; }

  /// Whether the wait was cancelled; clears the mark. Called by the coroutine when cancel_wait() cannot be called any more.
  bool take_cancelled() noexcept { return std::exchange(cancelled_, false); }

 protected:
  struct way {
    running_coroutine<P> task;  // empty between tasks
    std::coroutine_handle<> point;
  };

  typename P::template cell<ready_queue<P>*> home_{nullptr};
  typename P::template cell<way> way_;

 private:
  template <class>
  friend class ready_queue;

  // Guarded by the ready queue's lock.
  bool parked_ = false;  // a light worker that is idle until unpark() or its time
  bool permit_ = false;  // unpark() came before park()
  bool was_idle_ = false;  // ready because of unpark()
  bool cancelled_ = false;  // the next wait ends at once
};

}  // namespace weir::engine

#endif
