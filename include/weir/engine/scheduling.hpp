// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_SCHEDULING_HPP
#define WEIR_ENGINE_SCHEDULING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/desk.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/offer.hpp>
#include <weir/platform/order.hpp>
#include <weir/post_result.hpp>

#include <concepts>
#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// `co_await pool.schedule()`: posts the rest of the coroutine, up to its next wait, as a task of that pool. A coroutine that a pool runs
/// stands in line while there is no room, and holds no thread; any other posts as its thread would, which may wait.
template <class Engine>
class scheduling {
  using P = typename Engine::P;
  using task = typename Engine::task;
  using guard = typename Engine::guard;
  template <class C>
  static C config_of(const desk<C>&);
  using C = decltype(config_of(std::declval<const Engine&>()));

 public:
  using goes_on_at_home = void;

  explicit scheduling(Engine& pool) noexcept : pool_(pool) {}
  scheduling(const scheduling&) = delete;
  scheduling& operator=(const scheduling&) = delete;
  /// A coroutine that is destroyed in line leaves it.
  ~scheduling() {
    if constexpr (C::can_wait) {
      if (!place_.in_line) return;
      guard g(pool_);
      if (!place_.stands) return;
      refused_ = true;
      g->line.leave(place_);
      pool_.judge(g);
      pool_.serve_line(g);
    }
  }

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
  post_result await_resume() {
    if constexpr (C::can_wait) {
      const push_result in_line = std::exchange(place_.in_line, false) ? place_.answer.read() : push_result::pushed;
      if (in_line != push_result::pushed) {
        refused_ = true;
        if (place_.thrown) std::rethrow_exception(std::move(place_.thrown));
        return as_post_result(in_line);
      }
    }
    return answer_;
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
    const post_result answer = who_ == nullptr ? pool_.post(rest, untagged{}) : pool_.post_or(rest, [&] { return stand_in_line(rest); });
    if (!rest) return true;  // whoever has it now may have resumed the coroutine already
    answer_ = answer;
    return false;
  }
  /// From the join on the task may be posted, run, and have resumed the coroutine.
  post_result stand_in_line(task& rest) {
    if constexpr (C::can_wait) {
      Engine& pool = pool_;
      guard g(pool);
      if (g->closing || !C::blocking::admits(g->line.size())) {
        pool.answer(place_, g->closing ? push_result::closed : push_result::full);
        return as_post_result(place_.answer.read());
      }
      place_.rest = std::move(rest);
      place_.asleep = who_;
      place_.in_line = true;
      g->line.join(place_);
      pool.serve_line(g);
    }
    return post_result::accepted;
  }
  /// The thread that has posted the task from the line may still be about to leave it. The pool is not asked: a task that was handed back
  /// may outlive it.
  void come_out_of_the_line() const noexcept {
    if constexpr (C::can_wait) {
      if (!place_.in_line) return;
      // [LINE-2] acquire, pairs with [LINE-1]: the place is not touched any more. The other thread holds the pool's lock meanwhile.
      while (!place_.is_left.load(std::memory_order_acquire)) P::yield();
    }
  }

  /// The task. Run or destroyed, it resumes the coroutine; unless it never left await_suspend.
  class hop {
   public:
    explicit hop(scheduling& s) noexcept : s_(&s) {}
    hop(hop&& other) noexcept : s_(std::exchange(other.s_, nullptr)) {}
    ~hop() {
      if (s_ == nullptr || s_->refused_) return;
      s_->come_out_of_the_line();
      s_->answer_ = post_result::cancelled;
      auto* const who = s_->who_;
      who != nullptr ? who->host().go_on(*who) : s_->point_.resume();
    }
    void operator()() {
      auto& s = *std::exchange(s_, nullptr);
      s.come_out_of_the_line();
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

  /// In the line of a pool that waits for room.
  struct place : offer<C> {
    place() noexcept : offer<C>(rest, &push) { this->left = &is_left; }
    static push_result push([[maybe_unused]] desk<C>& pool, [[maybe_unused]] offer<C>& self) {
      if constexpr (C::hands_over)
        return push_result::full;  // a worker takes the task
      else
        return pool.push(self.task, untagged{});
    }
    typename P::template atomic<bool> is_left{false};
    task rest;
    bool in_line = false;
  };
  struct nowhere {};

  Engine& pool_;
  std::coroutine_handle<> point_;
  light_worker<P>* who_ = nullptr;  // null: a coroutine of somebody else's
  post_result answer_ = post_result::accepted;
  bool refused_ = false;
  [[no_unique_address]] std::conditional_t<C::can_wait, place, nowhere> place_;
};

}  // namespace weir::engine

#endif
