// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_SCHEDULING_HPP
#define WEIR_ENGINE_SCHEDULING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/post_result.hpp>

#include <concepts>
#include <coroutine>
#include <utility>

namespace weir::engine {

/// `co_await pool.schedule()`: posts the rest of the coroutine, up to its next wait, as a task of that pool. One that a pool runs waits for
/// room as a suspended submitter; any other posts as its thread would, which may wait.
template <class Engine>
class scheduling {
  using P = typename Engine::P;
  using task = typename Engine::task;

 public:
  using goes_on_at_home = void;

  explicit scheduling(Engine& pool) noexcept : pool_(pool) {}

  bool await_ready() const noexcept { return false; }
  /// Only a coroutine of weir's can be what a light worker does: one of somebody else's may have been begun in its turn. Throws
  /// std::logic_error for one of weir's that is run by hand, which would not live long enough.
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> point) {
    if constexpr (std::derived_from<Promise, coroutine_promise<P>>)
      if (const auto* here = frame<P>::innermost(); here != nullptr && here->next != nullptr) who_ = &light_worker<P>::current();
    return leave(point);
  }
  /// accepted: here it is. Anything else: it is where it was, or, if the pool was stopped and the task destroyed, where that was done.
  post_result await_resume() const noexcept { return answer_; }

  /// For the pool, while the coroutine stands in its line: it is about to have its task taken; or it is not, and goes on at home.
  void leaves() noexcept { who_->suspended_at(point_); }
  void stays(task& rest, post_result answer) {
    refused_ = true;
    rest.reset();
    answer_ = answer;
    who_->suspended_at(point_).go_on(*who_);
  }

 private:
  /// Not inlined: clang++ may keep the locals of what it inlines into a coroutine in its frame, which may be gone before this returns.
  [[gnu::noinline]] bool leave(std::coroutine_handle<> point) {
    point_ = point;
    if (who_ != nullptr) {
      light_host<P>& home = who_->suspended_at(point);
      if (pool_.inside()) return home.go_on(*who_), true;  // it has its place there already
    }
    task rest{hop(*this)};
    const unless_taken refused{*this, rest};
    const post_result answer = who_ == nullptr ? pool_.post(rest, untagged{}) : pool_.post_along(rest, *this);
    if (!rest) return true;  // whoever has it now may have resumed the coroutine already
    answer_ = answer;
    return false;
  }

  /// The task. Run or destroyed, it resumes the coroutine; unless it never left await_suspend.
  class hop {
   public:
    explicit hop(scheduling& s) noexcept : s_(&s) {}
    hop(hop&& other) noexcept : s_(std::exchange(other.s_, nullptr)) {}
    ~hop() {
      if (s_ == nullptr || s_->refused_) return;
      s_->answer_ = post_result::cancelled;
      auto* const who = s_->who_;
      who != nullptr ? who->host().go_on(*who) : s_->point_.resume();
    }
    void operator()() {
      auto& s = *std::exchange(s_, nullptr);
      s.who_ != nullptr ? s.who_->host().visit(*s.who_) : s.point_.resume();
    }

   private:
    scheduling* s_;
  };
  struct unless_taken {
    scheduling& self;
    const task& rest;
    ~unless_taken() {
      if (rest) self.refused_ = true;
    }
  };

  Engine& pool_;
  std::coroutine_handle<> point_;
  light_worker<P>* who_ = nullptr;  // null: a coroutine of somebody else's
  post_result answer_ = post_result::accepted;
  bool refused_ = false;
};

}  // namespace weir::engine

#endif
