// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_FORK_SESSION_HPP
#define WEIR_ALGORITHM_FORK_SESSION_HPP

#include <weir/algorithm/fork_job.hpp>
#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/task/help_ticket.hpp>
#include <weir/engine/task/pool_calls.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/permit.hpp>
#include <weir/post_result.hpp>

#include <exception>
#include <utility>

namespace weir::engine {

/// What the caller of a parallel algorithm shares with the threads that help: the promoted jobs that no thread has taken.
///
/// Tickets are posts that ask the pool for help; at most one that has not started exists at a time. A ticket takes one job, and posts the next
/// ticket before it runs the job if more jobs are left. A ticket that is refused, dropped, or starts late changes only which thread runs a job: the
/// thread that forked a job takes it back when it gets there. States, steps and proof: docs/design/parallel_algorithms.md
template <class Pool>
class fork_session {
 public:
  using P = typename Pool::platform_type;
  using job = fork_job<Pool>;

  /// The calling thread is the caller of the algorithm.
  explicit fork_session(Pool& pool) noexcept : pool_(pool) {}
  fork_session(const fork_session&) = delete;
  fork_session& operator=(const fork_session&) = delete;

  [[nodiscard]] Pool& pool() const noexcept { return pool_; }

  /// A promoted job lies here that no thread has taken, and a ticket is in the pool. False, too, if the pool refused or dropped the last ticket: the
  /// next promotion posts another.
  [[nodiscard]] bool has_enough() const noexcept {
    // [FORK-5] relaxed, alone: a hint. It is asked at each short loop; what is promoted, is so under the lock.
    return has_enough_.load(std::memory_order_relaxed);
  }
  /// There is not enough for all, or a thread waits for a job that this one was forked during, or for this one: it takes only parts of that.
  [[nodiscard]] bool wants_what_is_forked_during(const job* ancestor) {
    if (!has_enough()) return true;
    // [FORK-3] relaxed, alone: likewise a hint.
    if (ancestor == nullptr || waiters_.load(std::memory_order_relaxed) == 0) return false;
    typename P::unique_lock lock(mutex_);
    while (ancestor != nullptr && ancestor->read().waiter == nullptr) ancestor = ancestor->read().parent;
    return ancestor != nullptr;
  }

  /// Lets other threads take the job, which the calling thread forked while it ran `during`.
  void promote(job& mine, job* during) {
    mine.run_(mine, nullptr);
    bool ticket_wanted = false;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      mine.share();
      mine.write().parent = during;
      mine.write().before = b.newest;
      (b.newest == nullptr ? b.oldest : b.newest->write().next) = &mine;
      b.newest = &mine;
      wake_one_that_may_take(mine);
      ticket_wanted = wants_ticket(b);
    }
    if (ticket_wanted) post_ticket();
  }

  /// Called by the thread that promoted the job. True: no thread has taken the job, and none will.
  [[nodiscard]] bool take_back(job& mine) {
    typename P::unique_lock lock(mutex_);
    if (mine.read().now != job::book::promoted) return false;
    remove(mine);
    note_supply(book_.read());
    return true;
  }
  /// Called by the thread that promoted the job, which another thread has taken. Returns when it has been run; meanwhile this thread runs jobs that
  /// were forked during it, and no others, because the caller may hold locks that those want.
  /// If the caller `wants_exceptions`, throws what it threw; not_run if that thread was ended in it.
  void wait_for(job& mine, bool wants_exceptions) {
    typename P::unique_lock lock(mutex_);
    {
      const until_finished stays{*this, lock, mine};
      while (runs_elsewhere(mine)) {
        if (job* part = first_forked_during(mine))
          run(*part, lock);
        else
          wait_for_change(mine, lock);
      }
    }
    if (!wants_exceptions || mine.read().returned) return;
    const std::exception_ptr thrown = std::exchange(mine.write().thrown, nullptr);  // the only reference: this thread also destroys it
    lock.unlock();
    if (thrown) std::rethrow_exception(thrown);
    throw not_run(post_result::cancelled);
  }

  /// Called by a ticket. It takes the oldest job, if there is one. It takes none on a thread that is in the middle of one: an element may call a
  /// ticket that purge() handed back to it, and a pool to which the system gives no thread runs tasks on the stack of a post or of a pause's end.
  void redeem() {
    typename P::unique_lock lock(mutex_);
    book& b = book_.write();
    b.ticket_out = false;
    note_supply(b);
    if (b.oldest != nullptr && !is_in_the_middle(b)) run(*b.oldest, lock);
  }
  /// Called by a ticket that the pool refused or dropped.
  void surrender() {
    typename P::unique_lock lock(mutex_);
    book_.write().ticket_out = false;
    note_supply(book_.read());
  }
  /// Called by each owner last.
  void let_go() noexcept {
    // [FORK-1] acq_rel, pairs with [FORK-1]: the last owner sees what the others did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  class turn;
  struct book {
    job* oldest = nullptr;  ///< promoted jobs that no thread has taken
    job* newest = nullptr;
    turn* turns = nullptr;  ///< the jobs that have been taken and have not ended
    bool ticket_out = false;  ///< a ticket is in the pool and has not started
  };

  /// A job that this thread has taken. It is finished however it ends. The lock is held before and after, not in between. After the last step the
  /// job may be gone.
  class turn {
   public:
    turn(fork_session& self, typename P::unique_lock& lock, job& mine) : self_(self), lock_(lock), mine_(mine) {
      self_.remove(mine_);
      mine_.write().now = job::book::taken;
      next_ = std::exchange(self_.book_.write().turns, this);
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() {
      lock_.lock();
      turn** at = &self_.book_.write().turns;
      while (*at != this) at = &(*at)->next_;
      *at = next_;
      typename job::book& end = mine_.write();
      end.now = job::book::finished;
      end.returned = returned_;
      end.thrown = std::move(thrown_);
      static_cast<void>(wake_waiter_of(mine_));
    }
    void run() {
      try {
        mine_.run_(mine_, &self_);
        returned_ = true;
      } catch (...) {
        platform::pass_on_forced_unwind();
        thrown_ = std::current_exception();
      }
    }

   private:
    friend class fork_session;

    const void* const thread_ = &P::slot();
    turn* next_;
    fork_session& self_;
    typename P::unique_lock& lock_;
    job& mine_;
    bool returned_ = false;
    std::exception_ptr thrown_;
  };

  /// Keeps the frame of a job that another thread runs when a part ends the thread that waits for it. It runs nothing more. The lock is held.
  struct until_finished {
    fork_session& self;
    typename P::unique_lock& lock;
    job& mine;

    ~until_finished() {
      while (runs_elsewhere(mine)) self.wait_for_change(mine, lock);
    }
  };
  [[nodiscard]] static bool runs_elsewhere(const job& taken) noexcept { return taken.read().now != job::book::finished; }

  /// The calling thread runs a job, or is the caller, which runs all the others.
  [[nodiscard]] bool is_in_the_middle(const book& b) const noexcept {
    const void* const me = &P::slot();
    const turn* each = b.turns;
    while (each != nullptr && each->thread_ != me) each = each->next_;
    return me == caller_ || each != nullptr;
  }

  /// True: the caller posts a ticket.
  [[nodiscard]] bool wants_ticket(book& b) noexcept {
    const bool wanted = b.oldest != nullptr && !std::exchange(b.ticket_out, true);
    note_supply(b);
    return wanted;
  }
  /// After each change of what has_enough() tells. The lock is held.
  void note_supply(const book& b) noexcept {
    // [FORK-5] relaxed, alone: as in has_enough().
    has_enough_.store(b.oldest != nullptr && b.ticket_out, std::memory_order_relaxed);
  }

  void post_ticket() {
    // [FORK-2] relaxed, alone: the caller already owns a share, or runs a job of an owner that waits for it.
    owners_.fetch_add(1, std::memory_order_relaxed);
    help_ticket<fork_session> mine(*this);
    try {
      static_cast<void>(pool_.try_post(std::move(mine)));
    } catch (...) {
      platform::pass_on_forced_unwind();
      // no memory for a ticket: the same as a full pool
    }
  }

  /// Takes and runs a job of the list. The lock is held before and after.
  void run(job& mine, typename P::unique_lock& lock) {
    turn t(*this, lock, mine);
    const bool ticket_wanted = wants_ticket(book_.write());
    lock.unlock();
    if (ticket_wanted) post_ticket();
    t.run();
  }

  /// The caller notes the supply.
  void remove(job& mine) noexcept {
    book& b = book_.write();
    job* const before = mine.read().before;
    job* const next = mine.read().next;
    (before == nullptr ? b.oldest : before->write().next) = next;
    (next == nullptr ? b.newest : next->write().before) = before;
  }
  /// All jobs in the list, and those they were forked during, lie in frames whose threads have not left them.
  [[nodiscard]] job* first_forked_during(const job& ancestor) const noexcept {
    for (job* each = book_.read().oldest; each != nullptr; each = each->read().next) {
      const job* up = each->read().parent;
      while (up != nullptr && up != &ancestor) up = up->read().parent;
      if (up != nullptr) return each;
    }
    return nullptr;
  }

  /// The lock is held before and after, not in between.
  void wait_for_change(job& mine, typename P::unique_lock& lock) {
    struct waiting {
      fork_session& self;
      typename P::unique_lock& lock;
      job& mine;
      platform::permit<P> change;

      waiting(fork_session& s, typename P::unique_lock& l, job& m) : self(s), lock(l), mine(m) {
        mine.write().waiter = &change;
        // [FORK-3] relaxed, alone: as in wants_what_is_forked_during().
        self.waiters_.fetch_add(1, std::memory_order_relaxed);
        lock.unlock();
      }
      ~waiting() {  // also if this thread is ended while it sleeps
        // [FORK-3] relaxed, alone: likewise.
        self.waiters_.fetch_sub(1, std::memory_order_relaxed);
        lock.lock();
        mine.write().waiter = nullptr;
      }
    } here(*this, lock, mine);
    if (P::poll([&] { return here.change.try_take(); }, worth_a_sleep)) return;
    const noted_wait<P> noted(place_of(pool_).begin);
    here.change.take();
  }
  /// Wakes the thread that waits for this job, and has not been woken. False: there is none. The lock is held.
  static bool wake_waiter_of(job& awaited) {
    platform::permit<P>* const waiter = std::exchange(awaited.write().waiter, nullptr);
    if (waiter != nullptr) waiter->give();
    return waiter != nullptr;
  }
  /// One thread can take the job, so one is woken of those that may: they wait for a job during which it was forked. The lock is held.
  static void wake_one_that_may_take(job& promoted) {
    job* during = promoted.read().parent;
    while (during != nullptr && !wake_waiter_of(*during)) during = during->read().parent;
  }

  /// About what it costs to fall asleep and to be woken, and a job lasts no longer, if all goes well.
  static constexpr std::chrono::microseconds worth_a_sleep{50};

  Pool& pool_;
  const void* const caller_ = &P::slot();  ///< its address is a thread's own
  typename P::mutex mutex_;
  typename P::template cell<book> book_;
  typename P::template atomic<bool> has_enough_{false};
  typename P::template atomic<unsigned> waiters_;
  typename P::template atomic<unsigned> owners_{1};
};

}  // namespace weir::engine

#endif
