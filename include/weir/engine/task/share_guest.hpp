// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SHARE_GUEST_HPP
#define WEIR_ENGINE_TASK_SHARE_GUEST_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/share_book.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// A task of a share as its pool knows it. The pool runs it or destroys it; both let the next task of the share in.
template <class Share>
class share_guest {
 public:
  using P = typename Share::P;
  using asks_for_its_frame = void;

  share_guest(Share& s, share_job* its, bool began) noexcept : share_(&s), job_(its), began_(began) {}
  share_guest(share_guest&& other) noexcept : share_(other.share_), job_(std::exchange(other.job_, nullptr)), began_(other.began_) {}
  ~share_guest() {
    if (job_ != nullptr && job_->is_guest) share_->abandon(job_, began_);
  }

  /// Called after the pool has handed the task back, and by a wait: exceptions leave it. Calls that would wait for the pool are refused inside it,
  /// as they are where the pool runs it.
  void operator()() {
    task_frame<P> own(share_);
    own.carries_for = share_->place().begin;
    run(own);
  }
  /// Called by a pool: its panic policy gets the exceptions at once, because this thread may have to run the share's next task.
  void run_within(void* pools) { pools == nullptr ? (*this)() : run(*static_cast<task_frame<P>*>(pools)); }

 private:
  void run(task_frame<P>& here) {
    if (job_ == nullptr) return;  // a second call
    if (!began_ && !share_->begin(job_)) {
      job_ = nullptr;
      return;
    }
    began_ = true;
    task_fate all = task_fate::skipped;
    do {
      here.fate = task_fate::as_it_returns;
      call(*job_, here);
      all = together(all, here.fate);
      job_ = share_->next_after(std::exchange(job_, nullptr));  // null: the share may be destroyed already
    } while (job_ != nullptr);
    here.fate = all;
  }
  /// What the pool counts for tasks that ran one after the other: one threw, or else one failed, or else one ran, or else none did.
  static task_fate together(task_fate a, task_fate b) noexcept {
    if (a == task_fate::skipped) return b;
    return b == task_fate::threw || (b == task_fate::failed && a != task_fate::threw) ? b : a;
  }
  void call(share_job& its, task_frame<P>& here) {
    try {
      contained(here, [&] { its.f.run_within(&here); });
      contained(here, [&] {
        here.context = {};  // it lies in the task
        its.f.reset();
      });
    } catch (...) {
      here.context = {};
      share_->abandon(std::exchange(job_, nullptr), true);
      platform::rethrow();
    }
  }
  template <class F>
  static void contained(task_frame<P>& here, F f) {
    if (here.panicked == nullptr) return f();
    try {
      f();
    } catch (...) {
      platform::pass_on_forced_unwind();
      here.panicked(here, std::current_exception());
    }
  }

  Share* share_;
  share_job* job_;
  bool began_;
};

}  // namespace weir::engine

#endif
