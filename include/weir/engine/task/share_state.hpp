// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SHARE_STATE_HPP
#define WEIR_ENGINE_TASK_SHARE_STATE_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/engine/task/share_book.hpp>
#include <weir/engine/task/share_guest.hpp>
#include <weir/engine/task/share_monitor.hpp>
#include <weir/engine/task/share_wait.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/report.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir::engine {

/// The tasks of a share that wait, and the numbers of those that are with its pool.
///
/// At most `capacity` tasks are *guests*: posted to the pool, or being posted. The others wait in a list. A guest that has ended lets the first of
/// the list in, and keeps its own place until the pool has answered; if the pool refuses, the thread that ran the guest runs that task too. So
/// while the list is not empty some guest is left, unless the pool has handed back or dropped the last one: then the next call lets tasks in.
///
/// A guest that begins runs the oldest task: that of the list, if its own was posted when the pool had refused that.
///
/// A guest counts as `in` when the pool has shown that it has accepted it: the post is answered, or the guest begins or is destroyed before that.
/// Only these are relied upon: while there is none, a task is posted although there may be enough guests, because the pool may refuse those that are
/// being posted. A guest that begins beside enough others joins the list again.
///
/// A share of a share has the lock of the outer one. A wait for the inner one lets tasks into both, and runs what either has left. States, steps and
/// proof: docs/design/shares.md
template <class Pool>
class share_state {
 public:
  using P = typename Pool::platform_type;
  using time_point = typename P::clock::time_point;
  using lock_type = typename P::unique_lock;
  using job = share_job;
  using guest = share_guest<share_state>;
  static constexpr bool is_inner = requires(Pool& p) { p.core().monitor(); };  ///< the pool is a share

  share_state(Pool& pool, unsigned capacity, std::size_t limit) noexcept : pool_(pool), places_(capacity), limit_(limit) {}
  share_state(const share_state&) = delete;
  share_state& operator=(const share_state&) = delete;

  /// Takes the task, or answers why not and leaves it as it was. `ask(pool, task)` posts to the pool.
  template <class Ask>
  post_result add(task& t, Ask ask) {
    std::unique_ptr<job> mine(new job{.f = std::move(t)});
    const struct give_back {
      std::unique_ptr<job>& mine;
      task& t;
      ~give_back() {
        if (mine != nullptr) t = std::move(mine->f);
      }
    } if_refused{mine, t};
    lock_type lock(monitor().mutex);
    fill_places(lock);
    book& b = book_.write();
    if (b.closed) return post_result::closed;
    mine->number = ++b.posted;
    if ((b.first != nullptr || b.guests() >= places_) && b.has_sure(1)) {
      if (b.waiting >= limit_) return post_result::full;
      b.push_back(mine.release());
      return post_result::accepted;
    }
    return enter(lock, mine, ask);
  }

  /// Called by a guest before its task begins; sets the task that it must run. False: as many run already, and the task waits again.
  bool begin(job*& its) {
    lock_type lock(monitor().mutex);
    book& b = book_.write();
    b.arrived(*its);
    const bool may_run = b.running < places_;
    if (!may_run || b.has_older_than(*its)) {
      b.put_back(its);
      its = may_run ? b.pop() : nullptr;
    }
    may_run ? static_cast<void>(++b.running) : leave(b);
    return may_run;
  }
  /// Called by a guest when its task has run, on the thread that ran it. The result is the task that this thread must run next.
  job* next_after(job* ended) {
    end(ended);
    lock_type lock(monitor().mutex);
    leaving unless_it_goes_on(*this);
    --book_.write().running;
    if (job* const refused = let_in(lock, places_ + 1, 2)) {
      book& b = book_.write();
      if (b.running < places_) return unless_it_goes_on.stays = true, ++b.running, refused;
      b.put_back(refused);
    }
    return nullptr;
  }
  /// Called by a guest that is destroyed without having run its task to the end. If the pool drops it to make room for another post, the next task
  /// must not take that room: it would be dropped at once, and all others after it.
  void abandon(job* its, bool began) {
    const pool_place where = place();
    const bool is_dropped = !began && task_frame<P>::makes_room_in(where.begin, where.bytes);
    if (!began) {
      lock_type lock(monitor().mutex);
      book_.write().arrived(*its);
    }
    end(its);
    lock_type lock(monitor().mutex);
    if (began) --book_.write().running;
    is_dropped ? leave(book_.write()) : let_next_in(lock);
  }

  /// Waits until no task is left, until `deadline` unless that is null; false if the deadline came first. Runs tasks that the pool has handed back
  /// and refuses to take again.
  bool wait(const time_point* deadline) { return share_wait<share_state>(*this).until(deadline); }

  void close() {
    lock_type lock(monitor().mutex);
    book_.write().closed = true;
  }
  /// Appends the tasks of the list to `handed_back`. Those for which there is no memory stay in the list.
  void purge(std::vector<task>& handed_back) {
    lock_type lock(monitor().mutex);
    book& b = book_.write();
    try {
      while (b.first != nullptr) {
        handed_back.push_back(std::move(b.first->f));  // a task moves without throwing
        delete b.pop();
      }
    } catch (const std::bad_alloc&) {
      // what cannot be handed back is run
    }
    tell(b);
  }

  /// Where the frames of the tasks find the pool.
  [[nodiscard]] pool_place place() const noexcept { return place_of(pool_); }
  [[nodiscard]] share_monitor<P>& monitor() noexcept {
    if constexpr (is_inner)
      return pool_.core().monitor();
    else
      return own_monitor_;
  }

  [[nodiscard]] run_state state() {
    lock_type lock(monitor().mutex);
    const book& b = book_.read();
    return !b.closed ? run_state::open : b.is_idle() ? run_state::stopped : run_state::closing;
  }
  [[nodiscard]] weir::stats stats() {
    lock_type lock(monitor().mutex);
    const book& b = book_.read();
    weir::stats s;
    s.workers = s.running = static_cast<std::uint64_t>(b.running);
    s.queued = b.waiting + static_cast<std::uint64_t>(b.guests() - b.running);
    s.capacity = static_cast<std::uint64_t>(places_);
    return s;
  }

 private:
  template <class>
  friend class share_wait;
  using book = share_book;

  /// A post to the pool, which is counted as `entering`. The lock is held before and after, so that no thread sees a refused task nowhere. The job is
  /// with the caller again if the pool has refused it, or the post has thrown.
  class entry {
   public:
    entry(share_state& self, lock_type& lock, std::unique_ptr<job>& its) noexcept
        : self_(self), lock_(lock), job_(its), posted_(its.get()), call_(guest(self, its.release(), false)) {
      ++self_.book_.write().entering;
      posted_->has_arrived = &has_arrived_;
      lock_.unlock();
    }
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;
    ~entry() {
      if (call_ && !has_arrived_) {  // refused: the guest gives its task back
        posted_->is_guest = false;
        call_.reset();
        posted_->is_guest = true;
        job_.reset(posted_);
      }
      lock_.lock();
      book& b = self_.book_.write();
      if (job_ != nullptr) {
        job_->has_arrived = nullptr;
        --b.entering;
      } else if (!has_arrived_) {
        b.arrived(*posted_);  // it has not begun, so it lives
      }
      self_.tell(b);
    }
    task& call() noexcept { return call_; }

   private:
    share_state& self_;
    lock_type& lock_;
    std::unique_ptr<job>& job_;
    job* const posted_;
    bool has_arrived_ = false;
    task call_;
  };
  template <class Ask>
  post_result enter(lock_type& lock, std::unique_ptr<job>& its, Ask ask) {
    entry mine(*this, lock, its);
    return ask(pool_, mine.call());
  }

  /// While it lives, what the current task posts goes behind what others have posted.
  struct behind_others {
    task_frame<P>* const here = task_frame<P>::innermost();
    const bool before = here != nullptr && std::exchange(here->posts_behind, true);
    behind_others() noexcept = default;
    behind_others(const behind_others&) = delete;
    behind_others& operator=(const behind_others&) = delete;
    ~behind_others() {
      if (here != nullptr) here->posts_behind = before;
    }
  };

  /// Posts the first of the list while there are fewer than `most` guests, or none that has_sure(sure) knows of. The lock is held before and after,
  /// not in between. The result is the task that the pool has refused; null: none.
  job* let_in(lock_type& lock, std::int64_t most, std::int64_t sure) {
    while (book_.read().first != nullptr && (book_.read().guests() < most || !book_.read().has_sure(sure))) {
      std::unique_ptr<job> next(book_.write().pop());
      try {
        const behind_others next_of_the_share;
        static_cast<void>(enter(lock, next, [](Pool& pool, task& call) { return pool.try_post(call); }));
      } catch (...) {
        platform::pass_on_forced_unwind();
        // no memory for a post: the same as a full pool
      }
      if (next != nullptr) return next.release();
    }
    return nullptr;
  }
  /// After the pool has handed back or dropped guests there may be fewer than there may be.
  void fill_places(lock_type& lock) {
    if (job* const refused = let_in(lock, places_, 1)) book_.write().put_back(refused);
  }
  /// A guest that has ended without a task for its thread lets the next one in.
  void let_next_in(lock_type& lock) {
    const leaving at_last(*this);
    if (job* const refused = let_in(lock, places_ + 1, 2)) book_.write().put_back(refused);
  }
  /// Destroys a task that has run, or that was handed back or dropped.
  static void end(job* its) {
    try {
      its->f.reset();
    } catch (...) {
      platform::pass_on_forced_unwind();
      platform::report(std::current_exception(), "it was thrown when the task was destroyed; the share goes on");
    }
    delete its;
  }

  /// The guest is no guest any more. The last thing that it does: the share may be destroyed then.
  void leave(book& b) {
    --b.in;
    tell(b);
  }
  void tell(const book& b) { monitor().wake(b.guests() == 0); }
  /// The same at the end of a scope, also where a task that a call of the pool runs ends the thread. The lock is held.
  struct leaving {
    share_state& self;
    bool stays = false;
    explicit leaving(share_state& s) noexcept : self(s) {}
    leaving(const leaving&) = delete;
    leaving& operator=(const leaving&) = delete;
    ~leaving() {
      if (!stays) self.leave(self.book_.write());
    }
  };

  struct no_monitor {};

  Pool& pool_;
  const std::int64_t places_;  ///< the most guests
  const std::size_t limit_;
  [[no_unique_address]] std::conditional_t<is_inner, no_monitor, share_monitor<P>> own_monitor_;
  typename P::template cell<book> book_;
};

}  // namespace weir::engine

#endif
