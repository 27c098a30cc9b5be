// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_RESUMABLE_HPP
#define WEIR_ENGINE_COROUTINE_RESUMABLE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/coroutine/running_coroutine.hpp>
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

/// Who carries light workers: what awaitables ask it for. Each call may be followed at once, on another thread, by the worker's next turn.
template <class P>
class resumer {
 public:
  using time_point = typename P::clock::time_point;

  /// The worker's next turn comes as soon as a carrier has time. Once for each time it was suspended.
  virtual void resume(resumable<P>& w) = 0;
  /// The same when `due` has come, or when it is called off, whichever is first.
  virtual void resume_at(resumable<P>& w, time_point due) = 0;
  /// Ends the wait of go_on_at, the one that is under way or the next one.
  virtual void cancel_wait(resumable<P>& w) = 0;
  /// A turn of the task alone, on a thread that carries no light worker.
  virtual void resume_here(resumable<P>& w) = 0;

 protected:
  resumer() = default;
  resumer(const resumer&) = delete;
  ~resumer() = default;
};

/// Where a coroutine that begins as a task of a pool of threads gets a light worker.
template <class P>
class slot_provider {
 public:
  /// For the task that this frame's thread runs. Throws std::bad_alloc.
  virtual resumable<P>& attach(task_frame<P>& here) = 0;

 protected:
  slot_provider() = default;
  slot_provider(const slot_provider&) = delete;
  ~slot_provider() = default;
};

/// A worker without a thread: what it does next, and where it waits meanwhile. It is always in one hand: a carrier's, while it has its
/// turn; the ready queue's; or that of whoever has suspended it and is to wake it.
template <class P>
class resumable : public timer_wheel<P>::timer {
 public:
  /// The one that the calling thread carries. Throws std::logic_error if it carries none.
  static resumable& current() {
    auto* here = task_frame<P>::innermost();
    if (here == nullptr || here->light == nullptr || here->next == nullptr)
      throw std::logic_error("weir: only a coroutine that a pool runs can wait like this; see docs/light_workers.md");
    return *here->light;
  }

  /// The same for a coroutine that waits: one of somebody else's is no part of what the thread carries, though it may have been begun there.
  template <class Promise>
  static resumable& of(std::coroutine_handle<Promise>) {
    if constexpr (std::derived_from<Promise, coroutine_promise<P>>) return current();
    throw std::logic_error("weir: only a weir::coroutine can wait like this; see docs/light_workers.md");
  }

  /// Says where the next turn begins. An awaiter's first act; its last is to have somebody call go_on.
  resumer<P>& suspended_at(std::coroutine_handle<> point) noexcept {
    way_.write().point = point;
    return host();
  }

  /// What it has begun, if it has.
  [[nodiscard]] running_coroutine<P>& task() noexcept { return way_.write().task; }

  /// The list that it is always in, when it is in one.
  [[nodiscard]] ready_queue<P>& home() const noexcept { return *home_; }
  [[nodiscard]] resumer<P>& host() const noexcept { return *home_->host; }

  /// Takes the word that a wait was called off. By the worker, when nobody can call it off any more.
  bool take_cancelled() noexcept { return std::exchange(cancelled_, false); }

 protected:
  struct way {
    running_coroutine<P> task;  // none between tasks
    std::coroutine_handle<> point;
  };

  ready_queue<P>* home_ = nullptr;
  typename P::template cell<way> way_;

 private:
  template <class>
  friend class ready_queue;

  // Guarded by the ready list.
  bool parked_ = false;      // rests, until it is unparked or its time has come
  bool permit_ = false;      // was unparked before it parked
  bool cancelled_ = false;  // the next wait ends at once
};

}  // namespace weir::engine

#endif
