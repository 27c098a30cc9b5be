// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_SCHEDULE_AWAITER_HPP
#define WEIR_ENGINE_POOL_SCHEDULE_AWAITER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/leave_submitter_queue.hpp>
#include <weir/engine/pool/pending_post.hpp>
#include <weir/engine/pool/post_calls.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/platform/order.hpp>
#include <weir/post_result.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// `co_await pool.schedule()`: posts the rest of the coroutine, up to its next wait, as a task of that pool. A coroutine that a pool runs waits for
/// room in the submitter queue and holds no thread; any other posts as its thread would, which may block.
template <class C>
class schedule_awaiter {
  using P = typename C::platform;
  using task = typename C::task;

 public:
  using resumes_at_home = void;
  using posts_the_rest = void;

  explicit schedule_awaiter(core<C>& pool) noexcept : pool_(pool) {}
  schedule_awaiter(const schedule_awaiter&) = delete;
  schedule_awaiter& operator=(const schedule_awaiter&) = delete;
  /// A coroutine that is destroyed while it waits for room leaves the submitter queue.
  ~schedule_awaiter() {
    if constexpr (C::can_wait) {
      if (!waiter_.was_queued) return;
      locked<C> l(pool_);
      if (!l->submitters.waits(waiter_)) return;
      refused_ = true;
      leave_submitter_queue(std::move(l), waiter_);
    }
  }

  bool await_ready() const noexcept { return false; }
  /// Uses the current resumable only for weir's coroutines: a foreign one may have been started within its turn. Throws std::logic_error for one of
  /// weir's that is run by hand: its frame would be destroyed too early.
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> point) {
    who_ = nullptr;
    if constexpr (std::derived_from<Promise, coroutine_promise<P>>) {
      const auto* here = task_frame<P>::innermost();
      if (!point.promise().is_foreign() && here != nullptr && here->next != nullptr) who_ = &resumable<P>::current();
    }
    return leave(point);
  }
  /// `accepted`: the coroutine runs in the pool. Otherwise it continues where it was, or, if the task was handed back and destroyed, where that was
  /// done.
  post_result await_resume() {
    if constexpr (C::can_wait) {
      const push_result was_queued = std::exchange(waiter_.was_queued, false) ? waiter_.answer.read() : push_result::pushed;
      if (was_queued != push_result::pushed) {
        refused_ = true;
        waiter_.rest.reset();
        if (waiter_.thrown) std::rethrow_exception(std::move(waiter_.thrown));
        return as_post_result(was_queued);
      }
    }
    return answer_;
  }

 private:
  /// Not inlined: clang++ may keep locals of an inlined function in the coroutine frame, which may be destroyed before this returns.
  [[gnu::noinline]] bool leave(std::coroutine_handle<> point) {
    point_ = point;
    answer_ = post_result::accepted;  // a named awaiter may be awaited again
    refused_ = false;
    if (who_ != nullptr) {
      resumer<P>& home = who_->suspended_at(point);
      if (pool_.inside()) {  // there is nothing to post: the coroutine yields in its own pool, and continues at once where it is a visitor
        if (!is_of_this_pool(home)) return false;
        return home.resume(*who_), true;
      }
    }
    const typename call_guard<P>::call from_outside(pool_.callers);  // the coroutine may be over before the post is
    task rest{hop(*this)};
    const unless_taken refused{*this, rest};
    const post_result answer =
        who_ == nullptr ? post_calls<C>(pool_).post(rest) : post_calls<C>(pool_).post_or(rest, [&] { return wait_for_room(rest); });
    if (!rest) return true;  // the pool took the task, and may have resumed the coroutine already
    answer_ = answer;
    return false;
  }
  [[nodiscard]] bool is_of_this_pool([[maybe_unused]] const resumer<P>& home) const noexcept {
    if constexpr (std::derived_from<std::remove_cvref_t<decltype(pool_.agents)>, resumer<P>>) return &home == &pool_.agents;
    return false;
  }
  /// After join() the task may be posted and run, and may have resumed the coroutine.
  post_result wait_for_room(task& rest) {
    if constexpr (C::can_wait) {
      locked<C> l(pool_);
      if (!waiting_submitters<C>::admit(l, waiter_)) return as_post_result(waiter_.answer.read());
      waiter_.rest = std::move(rest);
      waiter_.asleep = who_;
      waiter_.was_queued = true;
      // [LINE-3] relaxed, alone: not yet in the queue; a named awaiter may have been in it before.
      waiter_.is_left.store(false, std::memory_order_relaxed);
      l->submitters.join(waiter_);
      start_and_wake<C>::serve_submitters(std::move(l), true);  // a place that has become free meanwhile is room
    }
    return post_result::accepted;
  }
  /// Waits until the thread that posted the task from the submitter queue has left the waiter. Does not use the pool, which a task that was handed
  /// back may outlive.
  void leave_queue() const noexcept {
    if constexpr (C::can_wait) {
      if (!waiter_.was_queued) return;
      // [LINE-2] acquire, pairs with [LINE-1]: the waiter is not accessed any more. The other thread holds the pool's lock meanwhile.
      while (!waiter_.is_left.load(std::memory_order_acquire)) P::yield();
    }
  }

  /// The task. Run or destroyed, it resumes the coroutine, unless the post was refused.
  class hop {
   public:
    explicit hop(schedule_awaiter& s) noexcept : s_(&s) {}
    hop(hop&& other) noexcept : s_(std::exchange(other.s_, nullptr)) {}
    ~hop() {
      if (s_ == nullptr || s_->refused_) return;
      s_->leave_queue();
      s_->answer_ = post_result::cancelled;
      auto* const who = s_->who_;
      who != nullptr ? who->host().resume(*who) : s_->point_.resume();
    }
    void operator()() {
      auto& s = *std::exchange(s_, nullptr);
      s.leave_queue();
      s.who_ != nullptr ? s.who_->host().resume_here(*s.who_) : s.point_.resume();
    }

   private:
    schedule_awaiter* s_;
  };
  struct unless_taken {
    schedule_awaiter& self;
    const task& rest;
    ~unless_taken() {
      if (rest) self.refused_ = true;
    }
  };

  /// The waiter in the submitter queue, in pools that wait for room.
  struct queued : pending_post<C> {
    queued() noexcept : pending_post<C>(rest, &push) { this->left = &is_left; }
    static push_result push([[maybe_unused]] core<C>& pool, [[maybe_unused]] pending_post<C>& self) {
      if constexpr (C::hands_over)
        return push_result::full;  // a worker takes the task
      else
        return pool.push(self.task, untagged{});
    }
    typename P::template atomic<bool> is_left{false};
    task rest;
    bool was_queued = false;
  };
  struct not_queued {};

  core<C>& pool_;
  std::coroutine_handle<> point_;
  resumable<P>* who_ = nullptr;  // null: a foreign coroutine
  post_result answer_ = post_result::accepted;
  bool refused_ = false;
  [[no_unique_address]] std::conditional_t<C::can_wait, queued, not_queued> waiter_;
};

}  // namespace weir::engine

#endif
