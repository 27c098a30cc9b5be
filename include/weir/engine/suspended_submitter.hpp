// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_SUSPENDED_SUBMITTER_HPP
#define WEIR_ENGINE_SUSPENDED_SUBMITTER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/line.hpp>

#include <coroutine>

namespace weir::engine {

/// A coroutine that stands in the line of a pool, and holds no thread while it does. It lives in the coroutine's frame; `co_await` of it
/// waits for a call.
template <class C>
class suspended_submitter {
  using P = typename C::platform;
  using guard = typename desk<C>::guard;

 public:
  explicit suspended_submitter(crew<C>& pool) noexcept : pool_(pool) {}
  suspended_submitter(const suspended_submitter&) = delete;
  suspended_submitter& operator=(const suspended_submitter&) = delete;
  ~suspended_submitter() {
    if (!joined_) return;
    guard g(pool_);
    g->line.leave(place_);
    pool_.judge(g);
    if constexpr (C::carries && C::hands_over) pool_.rouse(g);  // as a thread's place in line
  }

  /// full: it stands in line now.
  push_result join() {
    guard g(pool_);
    if (g->closing) return push_result::closed;
    if (!C::blocking::admits(g->line.size())) return push_result::full;
    if (C::carries && C::hands_over && g->capacity == 1 && frame<P>::inside(pool_.id())) return push_result::full;  // nobody else makes room
    g->line.join(place_);
    joined_ = true;
    return push_result::full;
  }
  [[nodiscard]] bool joined() const noexcept { return joined_; }
  /// Whether it is its turn to try, of which it has not been told then.
  bool is_front() {
    guard g(pool_);
    if (g->line.front() != &place_) return false;
    place_.called = false;
    g.announce();
    return true;
  }

  using goes_on_at_home = void;
  bool await_ready() const noexcept { return false; }
  /// Not inlined: clang++ may keep the locals of what it inlines into a coroutine in its frame, which may be gone before the lock is free.
  template <class Promise>
  [[gnu::noinline]] bool await_suspend(std::coroutine_handle<Promise> point) {
    auto& who = light_worker<P>::of(point);
    who.suspended_at(point);
    guard g(pool_);
    if (!place_.called) place_.asleep = &who;
    return !place_.called;
  }
  void await_resume() const noexcept {}

 private:
  crew<C>& pool_;
  typename line<P>::place place_{};
  bool joined_ = false;
};

}  // namespace weir::engine

#endif
