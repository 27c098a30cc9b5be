// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_CREW_HPP
#define WEIR_ENGINE_CREW_HPP

#include <weir/engine/runner.hpp>
#include <weir/engine/sole_caller.hpp>
#include <weir/options.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/thread_traits.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

namespace weir::engine {

template <class C>
class duty;

/// The workers: how they are started and called. Why no task is left lying: docs/design/wakeup.md
template <class C>
class crew : public runner<C> {
 public:
  using typename runner<C>::P;
  using typename runner<C>::guard;
  using typename runner<C>::seat;
  using typename runner<C>::task;
  using typename runner<C>::time_point;
  using runner<C>::asked;

  template <class... Parts>
  explicit crew(const options& o, Parts&... of_the_queue) : runner<C>(o, of_the_queue...), agents_(*this) {}
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew() {
    for (worker_batch<C>* b = guard(*this)->made; b != nullptr;) delete std::exchange(b, b->next);
  }

  /// Makes the first records, so that a pool without a worker needs no memory to begin one.
  void prepare() {
    worker_batch<C>* const made = make(0);
    guard g(*this);
    g->numbered = C::agents::records_at_once;
    enlist(g, *made);
    g->blank.push(made->records[0]);
  }

  /// After a push: sees to it that a worker looks at the queue.
  void pushed() {
    // [WAKE-1] seq_cst fence, pairs with [WAKE-2]: a worker that is about to rest sees the push, or this sees its signal.
    P::fence(std::memory_order_seq_cst);
    if (!this->signalled(wants_post)) return;
    guard g(*this);
    rouse(g);
  }

  /// After a take: sees to it that the submitter at the front of the line hears of the room.
  void took() {
    if constexpr (C::can_wait && !C::hands_over) {
      // [ROOM-1] seq_cst fence, pairs with [WAKE-2]: a submitter that is about to wait sees the room, or this sees its signal.
      P::fence(std::memory_order_seq_cst);
      if (!this->wanted_room()) return;
      guard g(*this);
      serve_line(g);
    }
  }

  /// There may be room, or the front of the line has changed: lets the coroutines at the front in, and calls the thread behind them. Gives
  /// the lock back.
  void serve_line(guard& g) {
    if constexpr (C::hands_over) {
      rouse(g);
    } else if constexpr (C::can_wait) {
      const bool pushed = this->let_in(g);
      const bool called = g->line.call_front();
      pushed ? rouse(g) : g.unlock();
      if (called) this->room.notify_one();  // without the lock, which the submitter wants at once
    }
  }

  /// One more worker should look at the queue: wakes one, or starts one, unless one is on its way. Gives the lock back.
  void rouse(guard& g) {
    if ((C::wake::throttled && g->searching) || g->paused() || !(this->work_ready(g) || deserted(g))) return g.unlock();
    if (worker<C>* w = this->pop_idle(g)) {
      w->duty.write().searching = g->searching = true;
      g.unlock();
      w->unpark();
    } else if (g->has_place() && (g->live == 0 || C::growth::wants(std::max<std::size_t>(this->backlog(), 1)))) {
      g->searching = true;
      if (!start(g, true, nullptr)) unaided(g);
    } else {
      g.unlock();
    }
  }

  /// Starts a worker; gives the lock back. With `mine`, that is its first task. When the system refuses
  /// a thread, every count and the task are as they were before, and the lock is held.
  bool start(guard& g, bool searching, task* mine) {
    ++g->live;
    ++g->passing;
    worker<C>* w = g->blank.pop();
    worker<C>* ended = w == nullptr ? g->exited.pop() : nullptr;
    for (worker<C>* known : {w, ended})  // under the lock, because remind() looks at every record
      if (known != nullptr) known->duty.write() = {.searching = searching};
    const unsigned number = g->numbered;
    if (w == nullptr && ended == nullptr) g->numbered += C::agents::records_at_once;
    g.unlock();
    if (ended != nullptr && joined(*ended)) w = std::exchange(ended, nullptr);
    worker_batch<C>* made = nullptr;
    bool started = false;
    try {
      if (w == nullptr) {
        made = make(number);
        w = &made->records[0];
        w->duty.write() = {.searching = searching};
      }
      if constexpr (C::starts_with_a_task) {
        if (mine != nullptr) w->inbox.write() = std::move(*mine);
      }
      w->begin(static_cast<duty<C>&>(*this), agents_, [&] { return traits(*w); });
      started = true;
    } catch (const std::exception&) {
      if constexpr (C::starts_with_a_task) {
        if (mine != nullptr && w != nullptr && w->inbox.read()) *mine = std::move(w->inbox.write());
      }
    }
    g.lock();
    --g->passing;
    if (ended != nullptr) g->exited.push(*ended);
    if (made != nullptr) enlist(g, *made);
    if (started) {
      w->duty.write().launched = true;
      if (w->duty.read().gone) g->exited.push(*w);
      this->judge(g);
      g.unlock();
      return true;
    }
    if (w != nullptr) g->blank.push(*w);
    --g->live;
    ++g->failed_starts;
    if (searching) g->searching = false;
    if (C::hands_over && g->live == 0) this->call_front(g);  // who waited for a worker that never came is next to try
    this->judge(g);
    return false;
  }

  /// Runs `t` on the calling thread, which has raised `guests` under the lock, because the pool has no worker and gets none; then what has
  /// come meanwhile.
  void run_as_guest(task& t) {
    sole_caller<C> me(*this, agents_);
    this->execute(t, this->guest_counts, me.here);
    while (left_over(me)) work_off(me);
    me.over = true;
  }
  /// No thread could be had. Workers that are there will look at the queue; if there are none, the caller works it off. A caller that does so
  /// already is not nested: it looks again when its task is over.
  void unaided(guard& g) {
    g.announce();
    if (g->idle != 0) return rouse(g);
    if (frame<P>::works_off(this->id()) || g->live != 0 || g->paused() || !(this->work_ready(g) || waits_for_time(g))) return;
    ++g->guests;
    g.unlock();
    sole_caller<C> me(*this, agents_);
    do work_off(me);
    while (left_over(me));
    me.over = true;
  }
  /// Waits at `cv`. Without a deadline, and with no other thread that could, the caller keeps the time of what sleeps meanwhile.
  void wait_at(guard& g, typename P::condition_variable& cv, const time_point* deadline) {
    if (deadline != nullptr || g->live + g->guests != 0 || g->paused() || !waits_for_time(g)) return g.wait(cv, deadline);
    unaided(g);
    if (!g.owns_lock()) g.lock();
  }
  /// A worker that leaves hands over the task that it was given and has not begun. Gives the lock back.
  void pass_on(guard& g, task& t) {
    if (handed_to_idle(g, t) || start(g, false, &t)) return;
    ++g->guests;
    g.unlock();
    run_as_guest(t);
  }
  /// Gives the lock back if there is an idle worker, which has the task then.
  bool handed_to_idle(guard& g, task& t) {
    worker<C>* const w = this->pop_idle(g);
    if (w == nullptr) return false;
    w->inbox.write() = std::move(t);
    if (deserted(g))
      rouse(g);  // it has kept the time, and another one could
    else
      g.unlock();
    w->unpark();
    return true;
  }

 protected:
  using typename runner<C>::guest;

  /// Takes the next task, and tells the submitters of the room.
  bool popped(task& t, [[maybe_unused]] seat& mine) {
    if constexpr (C::hands_over) {
      return C::can_wait && this->signalled(has_offer) && this->take_offer(t);
    } else {
      if (!this->pop(t, mine)) return false;
      took();
      return true;
    }
  }
  /// Coroutines wait, and nobody would notice that their time has come.
  [[nodiscard]] bool deserted(guard& g) noexcept {
    return (g->live == 0 && g->riders.aboard()) || (g->somebody_could_keep_time() && this->next_due(g) != time_point::max());
  }

  [[no_unique_address]] typename C::agents::template shared<C> agents_;

 private:
  static constexpr std::chrono::milliseconds between_starts{10};  // that a caller without a thread attempts, while it waits for the time
  static constexpr unsigned most_waits = 100;                     // of a caller that has its own work to do

  void work_off(sole_caller<C>& me) {
    while (runs_one(me)) continue;
  }
  /// Will a coroutine or a task become ready by the time alone?
  [[nodiscard]] bool waits_for_time(guard& g) noexcept { return C::keeps_time && this->has_time(g) && this->next_due(g) != time_point::max(); }
  /// Is there more for a caller that is all the pool has? A pop may find nothing though a task is there, so this must be sure. No fence: a
  /// push that comes after unaided()'s announcement finds a place free and sees to it. While something sleeps in the pool, the caller keeps
  /// the time, until a worker can be had; but not for ever. Then the threads that wait for the pool take turns at it.
  bool left_over(sole_caller<C>& me) {
    guard g(*this);
    for (;;) {
      if (g->live != 0 || g->paused()) return false;
      if (this->work_ready(g)) return true;
      if (!waits_for_time(g) || start(g, false, nullptr)) return false;
      if (g->live != 0 || g->paused() || this->work_ready(g)) continue;  // the lock was free
      if (me.waits++ == most_waits) {
        me.leaves_the_time = true;
        return false;
      }
      typename P::condition_variable alone;
      const time_point until = std::min(this->next_due(g), platform::no_later_than(P::clock::now(), between_starts));
      g.wait(alone, &until);
    }
  }
  bool runs_one(sole_caller<C>& me) {
    if (this->signalled(wants_rest)) return false;
    if constexpr (C::carries) {
      if (auto* p = this->next_passenger()) return this->carry(*p, this->guest_counts, me.here), true;
    }
    task t;
    if (!popped(t, me.seat)) return false;
    this->execute(t, this->guest_counts, me.here);
    this->popped_task_ended(me.seat);
    return true;
  }
  /// False when that thread is the calling one, on its last legs: a thread_local of the user's may post on its way out.
  static bool joined(worker<C>& w) {
    try {
      w.end();
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  [[nodiscard]] platform::thread_traits traits(const worker<C>& w) const {
    platform::thread_traits t;
    t.stack_size = asked.stack_size;
    if (!asked.name.empty()) t.name = asked.name + '-' + std::to_string(w.number);
    if (!asked.processors.empty()) t.processor = static_cast<int>(asked.processors[w.number % asked.processors.size()]);
    return t;
  }
  /// New records with these numbers.
  worker_batch<C>* make(unsigned number) {
    auto made = std::make_unique<worker_batch<C>>();
    for (worker<C>& w : made->records) {
      w.number = number++;
      if constexpr (prepares_seats<typename C::queue>) this->queue.prepare(w.seat, w.number);
    }
    return made.release();
  }
  /// Takes them in. The first is about to be used, the others are not.
  void enlist(guard& g, worker_batch<C>& made) noexcept {
    made.next = std::exchange(g->made, &made);
    for (worker<C>& w : made.records) {
      if constexpr (seated_queue<typename C::queue>) this->queue.join(w.seat);
      if (&w != &made.records[0]) g->blank.push(w);
    }
  }
};

}  // namespace weir::engine

#endif
