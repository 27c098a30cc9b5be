// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_TASK_GROUP_STATE_HPP
#define WEIR_ENGINE_TASK_TASK_GROUP_STATE_HPP

#include <weir/coroutine.hpp>
#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/coroutine/refuse_deadlock.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/deferred_resumes.hpp>
#include <weir/engine/task/group_book.hpp>
#include <weir/engine/task/group_help.hpp>
#include <weir/engine/task/group_jobs.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/ticket_link.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/task.hpp>

#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir::engine {

template <class Pool>
class group_wait;

/// What a task_group shares with those that run its tasks: the tasks that have not started, and the number of those that have not finished.
///
/// Tickets are posts that ask the pool for help; at most one that has not started is attached to the group. A ticket that finds a task posts the next one
/// before it runs the task, so helpers arrive in a chain, as the pool's own wake-ups do. A ticket that runs, is refused or is dropped
/// changes only which thread runs a task: waiters are notified of every task and run what has not started.
template <class Pool>
class task_group_state final : public help_requester {
 public:
  using P = typename Pool::platform_type;
  using time_point = typename P::clock::time_point;

  /// `goes_on`: an exception does not cancel the group. `ends`: while it is stopped, the group is cancelled.
  task_group_state(Pool& pool, bool goes_on, std::stop_token ends) noexcept
      : help_(pool, *this), goes_on_(goes_on), ends_(std::move(ends)) {}
  task_group_state(const task_group_state&) = delete;
  task_group_state& operator=(const task_group_state&) = delete;
  /// The caller is a task of this group.
  [[nodiscard]] bool inside() const noexcept { return task_frame<P>::inside(this); }

  /// Adds the tasks and then `f`, if it has one, or destroys them if the group is cancelled. Throws std::bad_alloc for `f`.
  void add(group_jobs& some, task f = {}) {
    bool ticket_wanted = false;
    typename waiting<P>::line woken;
    {
      typename P::unique_lock lock(mutex_);
      if (f) {
        group_job* const place = book_.write().spares.take();
        if (place == nullptr) lock.unlock();
        some.add(std::move(f), place);
        if (place == nullptr) lock.lock();
      }
      book& b = book_.write();
      b.unfinished += some.size();
      if (b.outcome.cancelled()) {
        job* late = nullptr;
        some.move_to(late, b.spares);
        return drop(late, lock);
      }
      for (auto n = some.size(); n != 0; --n)
        if (auto* next = waiting<P>::first_of(b.suspended, waiting<P>::state::served)) woken.push_back(*next);
      if (b.asleep != 0) some.size() == 1 ? news_.notify_one() : news_.notify_all();  // no other threads may take them
      some.move_to(b.jobs, b.spares);
      ticket_wanted = b.jobs != nullptr && help_.wants_post();
    }
    waiting<P>::resume_all(woken);
    if (ticket_wanted) help_.post();
  }
  /// Places for tasks, which the caller's group_jobs gives back.
  [[nodiscard]] group_job* places() {
    typename P::unique_lock lock(mutex_);
    return book_.write().spares.take_all();
  }

  /// Runs tasks, then waits, until none is unfinished. False if tasks were dropped. Nothing: the deadline, if it is not null, came first.
  std::optional<bool> wait(const time_point* deadline = nullptr) {
    refuse_inside();
    typename P::unique_lock lock(mutex_);
    while (book_.read().unfinished != 0) {
      if (deadline != nullptr && P::clock::now() >= *deadline) {
        if (book_.read().jobs != nullptr && book_.read().asleep != 0) news_.notify_one();  // this thread may have been told of a task
        return std::nullopt;
      }
      if (book_.read().jobs != nullptr) {
        work(lock);
      } else {
        const noted_wait<P> noted(place_of(help_.pool()).begin);
        ++book_.write().asleep;
        deadline == nullptr ? news_.wait(lock) : static_cast<void>(news_.wait_until(lock, *deadline));
        --book_.write().asleep;
      }
    }
    return outcome_of_all(lock);
  }
  /// The same for a coroutine, which also runs tasks, but holds no thread while it waits.
  basic_coroutine<bool, P> finish() {
    refuse_inside();
    for (;;) {
      co_await change(*this);
      typename P::unique_lock lock(mutex_);
      if (book_.read().unfinished == 0) co_return outcome_of_all(lock);
      if (book_.read().jobs != nullptr) work(lock);
    }
  }

  /// After a change of which a waiter was told: true if no task is unfinished. Otherwise it runs one, or tells another waiter of it if it has no time.
  bool is_over(bool has_time) {
    typename P::unique_lock lock(mutex_);
    if (book_.read().unfinished == 0) return true;
    if (book_.read().jobs == nullptr) return false;
    if (has_time) return work(lock), false;
    deferred_resumes next{lock};
    if (auto* w = waiting<P>::first_of(book_.write().suspended, waiting<P>::state::served)) next.all.push_back(*w);
    return false;
  }

  /// Drops the tasks that have not started, and those added until the next wait has returned.
  void cancel(std::exception_ptr thrown = nullptr) {
    std::stop_source asks(std::nostopstate);
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      asks = b.outcome.cancel(std::move(thrown));
      drop(std::exchange(b.jobs, nullptr), lock);
    }
    platform::request_stop<P>(asks);
  }
  [[nodiscard]] bool is_cancelled() {
    typename P::unique_lock lock(mutex_);
    return book_.read().outcome.cancelled();
  }
  [[nodiscard]] std::stop_token token() {
    typename P::unique_lock lock(mutex_);
    return book_.write().outcome.template token<P>();
  }

  /// A ticket takes the newest task, if there is one.
  void redeem() override {
    typename P::unique_lock lock(mutex_);
    help_.ticket_is_over();
    // A post may run tasks on its caller's stack when the system refuses threads. A task of this group that is under way there is not nested.
    if (book_.read().jobs != nullptr && !inside()) work(lock);
  }
  void surrender() override {
    typename P::unique_lock lock(mutex_);
    help_.ticket_is_over();
  }
  void own() noexcept override {
    // [GROUP-2] relaxed, alone: the caller holds the lock of the link, to which the group is attached while it lives.
    owners_.fetch_add(1, std::memory_order_relaxed);
  }
  void let_go() noexcept override {
    // [GROUP-1] acq_rel, pairs with [GROUP-1]: the last owner sees what the others did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  /// Called by the group last. In a forked process its lock cannot be had, and it stays.
  void end() noexcept try {
    help_.end();
    let_go();
  } catch (...) {
  }

 private:
  friend group_wait<Pool>;
  using deferred_resumes = engine::deferred_resumes<P>;
  using job = group_job;
  using book = group_book<P>;

  /// Waits until a task can be run or none is unfinished.
  class change : public locked_wait<change, P> {
   public:
    explicit change(task_group_state& g) noexcept : locked_wait<change, P>({}), group_(g) {}
    void await_resume() noexcept { static_cast<void>(this->ended()); }

   private:
    friend locked_wait<change, P>;
    auto& mutex() const noexcept { return group_.mutex_; }
    auto& line() const noexcept { return group_.book_.write().suspended; }
    auto attempt(waiting<P>*&) const noexcept {
      const book& b = group_.book_.read();
      return b.unfinished == 0 || b.jobs != nullptr ? change::state::served : change::state::in_line;
    }

    task_group_state& group_;
  };

  /// A job that was removed from the list. It counts as finished when its captures are destroyed too, however it ends. The lock is held before and
  /// after, not in between.
  class turn {
   public:
    turn(task_group_state& self, typename P::unique_lock& lock, deferred_resumes& waiters, job* mine)
        : self_(self), lock_(lock), waiters_(waiters), mine_(mine), outer_(task_frame<P>::innermost()), here_(&self) {
      if (outer_ != nullptr) {
        here_.state = outer_->state;
        here_.worker = outer_->worker;
        here_.links = outer_->links;
      }
      lock_.unlock();
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() {
      if (asks_ && is_back_in_the_list()) return;
      self_.contained([&] { mine_->f.reset(); });
      lock_.lock();
      book& b = self_.book_.write();
      b.spares.keep(mine_);
      if (--b.unfinished != 0) return;
      if (b.asleep != 0) self_.news_.notify_all();
      while (auto* w = waiting<P>::first_of(b.suspended, waiting<P>::state::served)) waiters_.all.push_back(*w);
    }
    /// The post may run a task of the pool here, and that may end this thread: the job then goes back into the list.
    void ask_for_help() {
      asks_ = true;
      self_.help_.post();
      asks_ = false;
    }
    void run() {
      self_.contained([&] { mine_->f.run_within(&here_); });
    }

   private:
    bool is_back_in_the_list() {
      lock_.lock();
      book& b = self_.book_.write();
      if (b.outcome.cancelled()) return lock_.unlock(), false;
      mine_->next = std::exchange(b.jobs, mine_);
      if (b.asleep != 0) self_.news_.notify_one();  // no other thread may take it
      if (auto* next = waiting<P>::first_of(b.suspended, waiting<P>::state::served)) waiters_.all.push_back(*next);
      return true;
    }

    task_group_state& self_;
    typename P::unique_lock& lock_;
    deferred_resumes& waiters_;
    job* mine_;
    task_frame<P>* outer_;
    task_frame<P> here_;
    bool asks_ = false;
  };

  void refuse_inside() const {
    if (inside()) refuse_deadlock("a task waits for the group it belongs to");
  }
  bool outcome_of_all(typename P::unique_lock& lock) {
    auto ended = std::exchange(book_.write().outcome, {});
    if (platform::stop_requested<P>(ends_)) static_cast<void>(book_.write().outcome.cancel(nullptr));  // it has no token yet
    lock.unlock();
    return std::move(ended).result();
  }
  /// Destroys unfinished jobs that are in no list any more. The lock is held before and after, not in between.
  void drop(job* newest, typename P::unique_lock& lock) {
    deferred_resumes waiters{lock};
    while (newest != nullptr) turn(*this, lock, waiters, std::exchange(newest, newest->next));
  }

  /// Runs the newest job. The lock is held before and after.
  void work(typename P::unique_lock& lock) {
    book& b = book_.write();
    job* mine = std::exchange(b.jobs, b.jobs->next);
    const bool ticket_wanted = b.jobs != nullptr && help_.wants_post();
    deferred_resumes waiters{lock};
    turn t(*this, lock, waiters, mine);
    if (ticket_wanted) t.ask_for_help();
    t.run();
  }

  template <class F>
  void contained(F f) {
    try {
      f();
    } catch (...) {
      platform::pass_on_forced_unwind();
      if (!goes_on_) return cancel(std::current_exception());
      typename P::unique_lock lock(mutex_);
      book_.write().outcome.note(std::current_exception());
    }
  }

  typename P::mutex mutex_;
  group_help<Pool> help_;
  const bool goes_on_;
  const std::stop_token ends_;
  typename P::condition_variable news_;
  typename P::template cell<book> book_;
  typename P::template atomic<unsigned> owners_{1};
};

}  // namespace weir::engine

#endif
