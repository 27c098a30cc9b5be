// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_CARRIER_EACH_HPP
#define WEIR_VERIFY_SUPPORT_CARRIER_EACH_HPP

#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/runnable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/coroutine_task.hpp>
#include <weir/options.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/thread_traits.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/verify/support/check.hpp>

#include <array>
#include <optional>
#include <utility>

namespace weir::verify {

/// Runs each coroutine on a thread of its own, by a pool's ready queue and without the other steps of a pool: for claims about what coroutines wait
/// for, whose executions on a pool are too many to be seen. There may be two coroutines.
template <class P>
class carrier_each {
 public:
  using platform_type = P;

  explicit carrier_each(const options&) {}

  /// `f` makes the coroutine.
  template <class F>
  post_result post(F f) {
    // [STAGE] relaxed: only a number.
    carriers_[posted_.fetch_add(1, std::memory_order_relaxed)].begin(std::move(f));
    return post_result::accepted;
  }
  /// Returns when all coroutines have ended. Nothing is posted meanwhile.
  void wait_idle() {
    for (carrier& each : carriers_) each.join();
  }
  void shutdown() {}
  void join() {}
  [[nodiscard]] weir::stats stats() const { return {}; }

 private:
  class carrier final : engine::resumer<P> {
   public:
    using time_point = typename P::clock::time_point;

    carrier() { ready_.host = this; }
    template <class F>
    void begin(F f) {
      thread_.emplace([this, t = engine::coroutine_task<P, F>(std::move(f))]() mutable { carry(t); }, platform::thread_traits{});
    }
    carrier(const carrier&) = delete;
    carrier& operator=(const carrier&) = delete;
    ~carrier() { callers_.wait_until_gone(); }

    void join() {
      if (thread_) thread_->join();
      thread_.reset();
    }

   private:
    using owed = typename engine::ready_queue<P>::owed;
    struct slot : engine::runnable<P> {
      explicit slot(engine::ready_queue<P>& home) { this->home_.write() = &home; }
    };

    template <class Task>
    void carry(Task& t) {
      for (bool begins = true;; begins = false) {
        engine::task_frame<P> here(this);
        here.light = &slot_;
        if (begins) t.run_within(&here);
        if (slot_.run_turn(here)) {
          slot_.task().result(here);
          return slot_.task().end(here);
        }
        while (ready_.pop() == nullptr) sleep();
      }
    }
    void sleep() {
      const time_point due = ready_.next_due();
      typename P::unique_lock lock(mutex_);
      if (!told_.read()) due == time_point::max() ? news_.wait(lock) : news_.wait_until(lock, due);
      told_.write() = false;
    }
    /// Changes the ready queue, and does what is owed for that.
    template <class Change>
    void make(Change change) {
      const typename engine::call_guard<P>::call from_outside(callers_);
      if (change() == owed::nothing) return;
      typename P::unique_lock lock(mutex_);
      told_.write() = true;
      news_.notify_one();
    }

    void resume(engine::resumable<P>& w) override {
      make([&] { return ready_.resume(w); });
    }
    void resume_at(engine::resumable<P>& w, time_point due) override {
      make([&] { return ready_.resume_at(w, due); });
    }
    void cancel_wait(engine::resumable<P>& w) override {
      make([&] { return ready_.cancel_wait(w); });
    }
    void resume_here(engine::resumable<P>&) override {
      check<P>(false, "carrier_each: a coroutine is resumed by a thread of another library");
    }

    engine::call_guard<P> callers_;
    engine::ready_queue<P> ready_;
    slot slot_{ready_};
    typename P::mutex mutex_;
    typename P::condition_variable news_;
    typename P::template cell<bool> told_{false};
    std::optional<typename P::thread> thread_;
  };

  typename P::template atomic<unsigned> posted_{0};
  std::array<carrier, 2> carriers_;
};

}  // namespace weir::verify

#endif
