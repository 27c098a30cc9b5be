// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_CREW_HPP
#define WEIR_ENGINE_CREW_HPP

#include <weir/engine/runner.hpp>
#include <weir/stats.hpp>

#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

namespace weir::engine {

/// The workers: how they start, look for work, rest and leave. Why no task is left lying: docs/design/wakeup.md
template <class C>
class crew : public runner<C> {
 public:
  using typename runner<C>::P;
  using typename runner<C>::guard;
  using typename runner<C>::time_point;

  explicit crew(std::chrono::nanoseconds idle_after) : idle_after_(idle_after) {}
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew() {
    for (worker<C>* w = guard(*this)->made; w != nullptr;) delete std::exchange(w, w->next_made);
  }

  /// After a push: sees to it that somebody looks at the queue.
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
      if (!this->signalled(wants_take)) return;
      guard g(*this);
      g->line.call_front();
    }
  }

  /// One more worker should look at the queue: wakes one, or starts one, unless one is on its way. Gives the lock back.
  void rouse(guard& g) {
    if (g->closing && this->queue_empty()) this->disturb(g);  // those that waited for the last push can leave now
    if (g->searching || !this->queue_ready()) return g.unlock();
    if (worker<C>* w = this->pop_idle(g)) {
      w->duty.write().searching = g->searching = true;
      g.unlock();
      w->parker.unpark();
    } else if (g->has_place()) {
      g->searching = true;
      if (!start(g, true, nullptr)) unaided(g);
    } else {
      g.unlock();
    }
  }

  /// Starts a worker in a place that is free; gives the lock back. With `mine`, that is its first task. When the system refuses
  /// a thread, every count and the task are as they were before, and the lock is held.
  bool start(guard& g, bool searching, task* mine) {
    ++g->live;
    ++g->starting;
    worker<C>* w = g->blank.pop();
    worker<C>* ended = w == nullptr ? g->exited.pop() : nullptr;
    g.unlock();
    if (ended != nullptr && joined(*ended)) w = std::exchange(ended, nullptr);
    bool made = false;
    bool started = false;
    try {
      if (w == nullptr) {
        w = new worker<C>();
        made = true;
      }
      w->duty.write() = {.searching = searching};
      if (mine != nullptr) w->inbox.write() = std::move(*mine);
      w->thread.write() = typename P::thread([this, w] { work(*w); });
      started = true;
    } catch (const std::exception&) {
      if (mine != nullptr && w != nullptr && w->inbox.read()) *mine = std::move(w->inbox.write());
    }
    g.lock();
    --g->starting;
    if (ended != nullptr) g->exited.push(*ended);
    if (made) w->next_made = std::exchange(g->made, w);
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
    if (C::hands_over && g->live == 0) g->line.call_front();  // who waited for a worker that never came is next to try
    this->judge(g);
    return false;
  }

  /// No thread could be had. Workers that are there will look at the queue; if there are none, the caller works it off.
  void unaided(guard& g) {
    g.announce();
    if (g->idle != 0) return rouse(g);
    if constexpr (!C::hands_over) {
      if (g->live != 0 || !this->queue_ready()) return;
      ++g->guests;
      g.unlock();
      const typename runner<C>::guest here{*this};
      for (task t; this->queue.try_pop(t);) {
        took();
        this->execute(t, this->guest_counts);
      }
    }
  }

  void report_counts(guard& g, stats& into) const noexcept {
    this->observer.report(into);
    this->observer.report(into, this->guest_counts);
    for (const worker<C>* w = g->made; w != nullptr; w = w->next_made) this->observer.report(into, w->counts);
  }

 private:
  enum class next { look, woken, left };

  /// False when that thread is the calling one, on its last legs: a thread_local of the user's may post on its way out.
  static bool joined(worker<C>& w) {
    try {
      w.thread.write().join();
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  struct shift {  // what a worker remembers from one rest to the next
    bool worked = true;
    time_point idle_since{};
  };

  /// The only way out of a worker's thread, whatever ended it.
  struct leaving {
    crew& self;
    worker<C>& w;
    bool left = false;
    ~leaving() {
      if (left) return;
      self.observer.panicked(w.counts);  // the task ended the thread itself
      guard g(self);
      --g->live;
      ++g->starting;  // nobody may end the pool before this thread has departed
      g.announce();
      self.rouse(g);
      g.lock();
      --g->starting;
      self.depart(g, w);
    }
  };

  void work(worker<C>& w) {
    const frame<P> here(this->id());
    leaving out{*this, w};
    shift s;
    task t;
    bool woken = true;
    while (!out.left) {
      if (take(w, t)) {
        if (woken) looked(w);
        this->execute(t, w.counts);
        woken = false;
        s.worked = true;
        if (!this->signalled(wants_leaving)) continue;
      }
      const next n = rest(w, s);
      woken = n == next::woken;
      out.left = n == next::left;
    }
  }

  bool take(worker<C>& w, task& t) {
    if constexpr (C::hands_over) {
      if (!w.inbox.read()) return false;
      t = std::move(w.inbox.write());
    } else {
      if (!this->queue.try_pop(t)) return false;
      took();
    }
    return true;
  }

  /// The one who searched has found something: if there is more, the next one is roused.
  void looked(worker<C>& w) {
    guard g(*this);
    if (!w.duty.read().searching) return;
    w.duty.write().searching = g->searching = false;
    g.announce();
    rouse(g);
  }

  next rest(worker<C>& w, shift& s) {
    guard g(*this);
    const bool searched = w.duty.read().searching;
    if (searched) w.duty.write().searching = g->searching = false;
    if (g->live > g->capacity || !C::workers::keeps || (g->closing && this->queue_empty())) return retire(g, w, searched);
    if (C::expiry::expires && s.worked) s.idle_since = P::clock::now();
    s.worked = false;
    g->idle_store.push(w);
    ++g->idle;
    w.duty.write().resting = true;
    g.announce();
    if (this->queue_ready()) {
      stop_resting(g, w);
      return look_again(g, w, searched);
    }
    this->judge(g);
    if constexpr (C::hands_over) g->line.call_front();
    return sleep(g, w, s);
  }

  /// Until somebody chooses this worker, or it must go.
  next sleep(guard& g, worker<C>& w, const shift& s) {
    if constexpr (!C::expiry::expires) {
      g.unlock();
      w.parker.park();
      return next::woken;
    }
    for (;;) {
      const bool timed = g->live > g->min_workers;
      const time_point deadline = C::expiry::deadline(s.idle_since, idle_after_);
      g.unlock();
      if (timed)
        static_cast<void>(w.parker.park_until(deadline));
      else
        w.parker.park();
      g.lock();
      if (!w.duty.read().resting) {  // chosen; if the unpark is still on its way, the next sleep wakes for nothing
        g.unlock();
        return next::woken;
      }
      if (g->live <= g->capacity && (g->live <= g->min_workers || P::clock::now() < deadline)) continue;
      stop_resting(g, w);
      return retire(g, w, false);
    }
  }

  void stop_resting(guard& g, worker<C>& w) {
    g->idle_store.remove(w);
    --g->idle;
    w.duty.write().resting = false;
  }

  /// Gives the place up, unless a push has come that may have counted on it.
  next retire(guard& g, worker<C>& w, bool searched) {
    --g->live;
    g.announce();
    if (g->has_place() && this->queue_ready()) {
      ++g->live;
      return look_again(g, w, searched);
    }
    depart(g, w);
    return next::left;
  }

  /// Something came just now. Who searched still does: posts that found a searcher have roused nobody and count on it.
  static next look_again(guard& g, worker<C>& w, bool searched) {
    if (searched) w.duty.write().searching = g->searching = true;
    return searched ? next::woken : next::look;
  }

  /// The worker's last act; its place has been given up. Gives the lock back.
  void depart(guard& g, worker<C>& w) {
    w.duty.write().gone = true;
    if (w.duty.read().launched) g->exited.push(w);
    if (g->closing) this->disturb(g);
    if constexpr (C::hands_over) g->line.call_front();
    this->judge(g);
    g.unlock();
  }

  std::chrono::nanoseconds idle_after_;
};

}  // namespace weir::engine

#endif
