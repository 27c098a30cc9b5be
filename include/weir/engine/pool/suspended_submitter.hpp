// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_SUSPENDED_SUBMITTER_HPP
#define WEIR_ENGINE_POOL_SUSPENDED_SUBMITTER_HPP

#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/leave_submitter_queue.hpp>
#include <weir/engine/pool/pending_post.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/post_result.hpp>

#include <coroutine>
#include <exception>
#include <utility>

namespace weir::engine {

/// A coroutine that waits for room in a pool and holds no thread meanwhile. The object lies in the coroutine's frame; `co_await` returns the
/// answer, which the observer has counted already. After the answer it does not touch the pool, which may be destroyed.
template <class C, class Tag>
class suspended_submitter : pending_post<C> {
  using P = typename C::platform;

 public:
  using resumes_at_home = void;

  suspended_submitter(core<C>& pool, typename C::task& t, Tag tag) noexcept : pending_post<C>(t, &push), pool_(pool), tag_(tag) {}
  suspended_submitter(const suspended_submitter&) = delete;
  suspended_submitter& operator=(const suspended_submitter&) = delete;
  /// A coroutine that is destroyed while it waits leaves the queue.
  ~suspended_submitter() {
    if (!waits_) return;
    locked<C> l(pool_);
    if (!l->submitters.waits(*this)) return;
    leave_submitter_queue(std::move(l), *this);
  }

  bool await_ready() const noexcept { return false; }
  /// Not inlined: clang++ may keep locals of an inlined function in the coroutine frame, which may be destroyed before the lock is released.
  template <class Promise>
  [[gnu::noinline]] bool await_suspend(std::coroutine_handle<Promise> point) {
    auto& who = resumable<P>::of(point);
    who.suspended_at(point);
    {
      locked<C> l(pool_);
      if (!waiting_submitters<C>::admit(l, *this)) return false;
      l->submitters.join(*this);
      ++l->in_transition;  // once answered it is not in the queue, and the pool must not end before the lock is taken again
      start_and_wake<C>::serve_submitters(std::move(l), true);  // a place that has become free meanwhile is room
    }
    locked<C> l(pool_);  // up to here it may have been answered, without being resumed
    --l->in_transition;
    pool_.notify_waiters(l);
    if (!l->submitters.waits(*this)) return false;
    waits_ = true;
    this->asleep = &who;
    return true;
  }
  post_result await_resume() {
    waits_ = false;
    if (this->thrown) std::rethrow_exception(std::move(this->thrown));
    return as_post_result(this->answer.read());
  }

 private:
  static push_result push([[maybe_unused]] core<C>& pool, [[maybe_unused]] pending_post<C>& self) {
    if constexpr (C::hands_over)
      return push_result::full;  // a worker takes the task
    else
      return pool.push(self.task, static_cast<suspended_submitter&>(self).tag_);
  }

  core<C>& pool_;
  [[no_unique_address]] Tag tag_;
  bool waits_ = false;
};

}  // namespace weir::engine

#endif
