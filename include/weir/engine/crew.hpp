// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_CREW_HPP
#define WEIR_ENGINE_CREW_HPP

#include <weir/engine/desk.hpp>
#include <weir/engine/frame.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/report.hpp>

#include <chrono>
#include <exception>
#include <utility>

namespace weir::engine {

/// The workers: how they start, look for work, rest and leave. Why no task is left lying: docs/design/wakeup.md
template <class C>
class crew : public desk<C> {
 public:
  using typename desk<C>::P;
  using typename desk<C>::guard;
  using typename desk<C>::time_point;

  explicit crew(std::chrono::nanoseconds idle_after) noexcept : idle_after_(idle_after) {}
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew() {
    for (worker<C>* w = guard(*this)->made; w != nullptr;) delete std::exchange(w, w->next_made);
  }

  /// What frames and futures know this pool by.
  [[nodiscard]] const void* id() const noexcept { return this; }
  /// Is the caller a task of this pool?
  [[nodiscard]] bool inside() const noexcept { return frame<P>::inside(id()); }

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
    if (w == nullptr) w = g->exited.pop();
    g.unlock();
    bool made = false;
    bool started = false;
    try {
      if (w == nullptr) {
        w = new worker<C>();
        made = true;
      }
      if (w->thread.read().joinable()) w->thread.write().join();
      w->duty.write() = {.searching = searching};
      if (mine != nullptr) w->inbox.write() = std::move(*mine);
      w->thread.write() = typename P::thread([this, w] { work(*w); });
      started = true;
    } catch (const std::exception&) {
      if (mine != nullptr && w != nullptr && w->inbox.read()) *mine = std::move(w->inbox.write());
    }
    g.lock();
    --g->starting;
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
    return false;
  }

  /// No thread could be had. Workers that are there will look at the queue; if there are none, the caller works it off.
  void unaided(guard& g) {
    g.announce();
    if (g->idle != 0) return rouse(g);
    if (g->live != 0 || !this->queue_ready()) return this->judge(g);
    if constexpr (!C::hands_over) {
      ++g->guests;
      g.unlock();
      const guest here{*this};
      for (task t; this->queue.try_pop(t);) {
        took();
        execute(t, guest_counts_);
      }
    }
  }

  /// Runs `t` on the calling thread, which has raised `guests` under the lock.
  void run_as_guest(task& t) {
    const guest here{*this};
    execute(t, guest_counts_);
  }

  void report_counts(guard& g, stats& into) const noexcept {
    this->observer.report(into);
    this->observer.report(into, guest_counts_);
    for (const worker<C>* w = g->made; w != nullptr; w = w->next_made) this->observer.report(into, w->counts);
  }

 private:
  enum class next { look, woken, left };

  struct shift {  // what a worker remembers from one rest to the next
    bool worked = true;
    time_point idle_since{};
  };

  struct guest {
    crew& self;
    frame<P> here{self.id()};
    ~guest() {
      guard g(self);
      --g->guests;
      self.judge(g);
    }
  };

  /// The only way out of a worker's thread, whatever ended it.
  struct leaving {
    crew& self;
    worker<C>& w;
    bool left = false;
    ~leaving() {
      if (left) return;
      guard g(self);  // the task ended the thread itself
      --g->live;
      g.announce();
      const bool more = self.queue_ready();
      self.depart(g, w);
      if (!more) return;
      g.lock();
      self.rouse(g);
    }
  };

  void work(worker<C>& w) {
    const frame<P> here(id());
    leaving out{*this, w};
    shift s;
    task t;
    bool woken = true;
    while (!out.left) {
      if (take(w, t)) {
        if (woken) looked(w);
        execute(t, w.counts);
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
    if (w.duty.read().searching) w.duty.write().searching = g->searching = false;
    if (g->live > g->capacity || !C::workers::keeps || (g->closing && this->queue_empty())) return retire(g, w);
    if (C::expiry::expires && s.worked) s.idle_since = P::clock::now();
    s.worked = false;
    g->idle_store.push(w);
    ++g->idle;
    w.duty.write().resting = true;
    g.announce();
    if (this->queue_ready()) {
      stop_resting(g, w);
      return next::look;
    }
    this->judge(g);
    if constexpr (C::hands_over) g->line.call_front();
    return sleep(g, w, s);
  }

  next sleep(guard& g, worker<C>& w, const shift& s) {
    for (;;) {
      const bool timed = C::expiry::expires && g->live > g->min_workers;
      const time_point deadline = C::expiry::deadline(s.idle_since, idle_after_);
      g.unlock();
      if (!timed) {
        w.parker.park();
        return next::woken;
      }
      if (w.parker.park_until(deadline)) return next::woken;
      g.lock();
      if (!w.duty.read().resting) {  // somebody has chosen this worker, so the unpark is on its way
        g.unlock();
        w.parker.park();
        return next::woken;
      }
      if (P::clock::now() >= deadline && g->live > g->min_workers) {
        stop_resting(g, w);
        return retire(g, w);
      }
    }
  }

  void stop_resting(guard& g, worker<C>& w) {
    g->idle_store.remove(w);
    --g->idle;
    w.duty.write().resting = false;
  }

  /// Gives the place up, unless a push has come that may have counted on it.
  next retire(guard& g, worker<C>& w) {
    --g->live;
    g.announce();
    if (g->has_place() && this->queue_ready()) {
      ++g->live;
      return next::look;
    }
    depart(g, w);
    return next::left;
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

  void execute(task& t, typename C::observer::per_worker& counts) {
    const bool returned = contained([&] { t(); });
    const bool destroyed = contained([&] { t.reset(); });
    if (returned && destroyed)
      this->observer.completed(counts);
    else
      this->observer.panicked(counts);
  }

  template <class F>
  bool contained(F f) {
    try {
      f();
      return true;
    } catch (platform::forced_unwind&) {
      throw;
    } catch (...) {
      panicked(std::current_exception());
    }
    return false;
  }

  void panicked(std::exception_ptr thrown) {
    try {
      panic_(std::move(thrown));
    } catch (platform::forced_unwind&) {
      throw;
    } catch (...) {
      platform::report(std::current_exception(), "it came from the panic handler; the pool goes on");
    }
  }

  std::chrono::nanoseconds idle_after_;
  [[no_unique_address]] typename C::panic panic_;
  [[no_unique_address]] typename C::observer::per_worker guest_counts_;
};

}  // namespace weir::engine

#endif
