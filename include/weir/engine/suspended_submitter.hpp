// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_SUSPENDED_SUBMITTER_HPP
#define WEIR_ENGINE_SUSPENDED_SUBMITTER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/offer.hpp>
#include <weir/post_result.hpp>

#include <coroutine>
#include <exception>
#include <utility>

namespace weir::engine {

/// A coroutine that stands in the line of a pool and holds no thread while it does. It lives in the coroutine's frame; `co_await` of it
/// gives the answer, which is counted already. From the answer on it does not touch the pool, which may have ended.
template <class C, class Tag>
class suspended_submitter : offer<C> {
  using P = typename C::platform;
  using guard = typename desk<C>::guard;

 public:
  using goes_on_at_home = void;

  suspended_submitter(crew<C>& pool, typename C::task& t, Tag tag) noexcept : offer<C>(t, &push), pool_(pool), tag_(tag) {}
  suspended_submitter(const suspended_submitter&) = delete;
  suspended_submitter& operator=(const suspended_submitter&) = delete;
  /// A coroutine that is destroyed in line leaves it.
  ~suspended_submitter() {
    if (!waits_) return;
    guard g(pool_);
    if (!this->stands) return;
    g->line.leave(*this);
    pool_.judge(g);
    pool_.serve_line(g);
  }

  bool await_ready() const noexcept { return false; }
  /// Not inlined: clang++ may keep the locals of what it inlines into a coroutine in its frame, which may be gone before the lock is free.
  template <class Promise>
  [[gnu::noinline]] bool await_suspend(std::coroutine_handle<Promise> point) {
    auto& who = light_worker<P>::of(point);
    who.suspended_at(point);
    {
      guard g(pool_);
      if (g->closing || !C::blocking::admits(g->line.size())) {
        pool_.answer(*this, g->closing ? push_result::closed : push_result::full);
        return false;
      }
      g->line.join(*this);
      ++g->passing;  // with an answer it is in line no more, and the pool must not end before the next guard
      pool_.serve_line(g);
    }
    guard g(pool_);  // until here it may be answered, and not be resumed
    --g->passing;
    pool_.judge(g);
    if (!this->stands) return false;
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
  static push_result push([[maybe_unused]] desk<C>& pool, [[maybe_unused]] offer<C>& self) {
    if constexpr (C::hands_over)
      return push_result::full;  // a worker takes the task
    else
      return pool.push(self.task, static_cast<suspended_submitter&>(self).tag_);
  }

  crew<C>& pool_;
  [[no_unique_address]] Tag tag_;
  bool waits_ = false;
};

}  // namespace weir::engine

#endif
