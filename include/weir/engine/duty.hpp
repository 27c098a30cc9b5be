// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_DUTY_HPP
#define WEIR_ENGINE_DUTY_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/engine/presence.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// What a worker does from its first moment to its last: look for work, rest, leave. Why no task is left lying: docs/design/wakeup.md
template <class C>
class duty : public crew<C> {
 public:
  using typename crew<C>::P;
  using typename crew<C>::guard;
  using typename crew<C>::task;
  using typename crew<C>::time_point;
  using crew<C>::crew;

  /// The queue's next task is due earlier than it was said to be: who keeps the time sleeps too long.
  void due_sooner() {
    guard g(*this);
    if (g->keeper != nullptr) g->keeper->unpark();
  }

 private:
  friend class crew<C>;
  friend typename C::agents::template agent<C>;
  friend typename C::agents::template shared<C>;
  enum class next { look, woken, asleep, suspended, left };

  /// The only way out of a worker's last turn, whatever ended it. Nobody may end the pool before: the worker is `passing` until then.
  struct leaving {
    duty& self;
    worker<C>& w;
    /// left: the place has been given up. asleep, suspended: the worker is somebody else's. Anything else: a task ended the thread.
    next at = next::look;
    ~leaving() {
      if (at == next::asleep || at == next::suspended) return;
      if (at != next::left) w.ends_its_thread();
      if (at != next::left) self.popped_task_ended(w.seat);
      guard g(self);
      if (at != next::left) {
        self.observer.panicked(w.counts);
        --g->live;
        ++g->passing;
        g.announce();
        self.rouse(g);
        if (!g.owns_lock()) g.lock();
      }
      --g->passing;
      self.depart(g, w);
    }
  };

  /// The life of a worker that has a thread to itself.
  void work(worker<C>& w) {
    frame<P> here(this->id(), &w.seat);
    leaving out{*this, w};
    const auto contain = [this](const auto& f) { return this->contained(f); };
    const presence<P, decltype(contain)> hooks(here, this->asked, contain);
    shift<C> s;
    if constexpr (C::expiry::ends_busy) s.born = P::clock::now();
    task t;
    for (next n = next::woken; n != next::left; out.at = n) {
      n = serve(w, t, s, here, n == next::woken);
      while (n == next::asleep) {
        w.sleep(this->queue, s);
        n = awoken(w, s);
      }
    }
  }

  /// A turn of a worker that has none: from where it stopped to where it waits again. A carrier calls this for whoever is ready.
  void advance(worker<C>& w) {
    frame<P> here(this->id(), &w.seat);
    w.mount(here);
    leaving out{*this, w};
    shift<C>& s = w.memory();
    task t;
    next n = next::suspended;
    if (!w.under_way())
      n = awoken(w, s);
    else if (goes_on(w, here))
      n = may_go_on(w, s) ? next::look : rest(w, s);
    for (;;) {
      while (n == next::look || n == next::woken) n = serve(w, t, s, here, n == next::woken);
      if (n != next::asleep || w.sleeps(s)) break;
      n = awoken(w, s);
    }
    out.at = n;
  }

  /// A turn on a thread that somebody else has lent, for the task that waits and nothing else: its worker goes on at home.
  void visit(worker<C>& w) {
    frame<P> here(this->id(), &w.seat);
    w.mount(here);
    leaving out{*this, w};
    const bool ended = goes_on(w, here);
    out.at = next::suspended;
    if (ended) w.host().go_on(w);
  }

  /// Runs tasks until there is none for this worker, or one waits; then rests or leaves.
  next serve(worker<C>& w, task& t, shift<C>& s, frame<P>& here, bool woken) {
    while (take(w, t)) {
      if (std::exchange(woken, false)) looked(w);
      if constexpr (C::agents::suspends) {
        if (!begins(w, t, here)) return next::suspended;
      } else {
        this->execute(t, w.counts, here);
      }
      if (!may_go_on(w, s)) break;
    }
    return rest(w, s);
  }
  /// After a task.
  bool may_go_on(worker<C>& w, shift<C>& s) {
    this->popped_task_ended(w.seat);
    if constexpr (C::expiry::expires) s.worked = true;
    return !this->signalled(wants_leaving) && !overdue(s);
  }

  /// As execute(), but false when the task waits: the worker is somebody else's then.
  bool begins(worker<C>& w, task& t, frame<P>& here) {
    const bool well = this->called(t, w.counts, here);
    if (!w.under_way()) return this->over(well, w.counts, here), true;
    return goes_on(w, here);
  }
  /// The next turn of a task that waited.
  bool goes_on(worker<C>& w, frame<P>& here) {
    if (!w.travelled(here)) return false;
    const bool returned = this->contained([&] { w.task().result(here); });
    const bool destroyed = this->contained([&] { w.task().end(here); });
    this->over(returned && destroyed, w.counts, here);
    return true;
  }

  bool take([[maybe_unused]] worker<C>& w, task& t) {
    if constexpr (C::starts_with_a_task) {
      if (w.inbox.read()) {
        t = std::move(w.inbox.write());
        return true;
      }
    }
    if constexpr (C::hands_over) {
      return false;
    } else {
      if (this->signalled(wants_rest) || !this->pop(t, w.seat)) return false;
      this->took();
      return true;
    }
  }

  /// The one who searched has found something: if there is more, the next one is roused.
  void looked(worker<C>& w) {
    guard g(*this);
    if (!w.duty.read().searching) return;
    w.duty.write().searching = g->searching = false;
    g.announce();
    this->rouse(g);
  }

  next rest(worker<C>& w, shift<C>& s) {
    guard g(*this);
    const bool searched = w.duty.read().searching;
    if (searched) w.duty.write().searching = g->searching = false;
    const bool due = overdue(s);
    if (due || g->crowded() || !C::workers::keeps || (g->closing && this->queue_empty())) return retire(g, w, searched, due);
    if constexpr (C::expiry::expires) {
      if (std::exchange(s.worked, false)) s.idle_since = P::clock::now();
    }
    start_resting(g, w);
    g.announce();
    if (!g->paused() && this->queue_ready()) {
      stop_resting(g, w);
      return look_again(g, w, searched);
    }
    this->judge(g);
    const bool called = C::hands_over && g->line.call_front();
    const next n = fall_asleep(g, w, s);
    if (called) this->room.notify_one();
    return n;
  }

  /// How long the worker may sleep unless it is chosen. Gives the lock back.
  next fall_asleep(guard& g, [[maybe_unused]] worker<C>& w, [[maybe_unused]] shift<C>& s) {
    if constexpr (timed_queue<typename C::queue>)
      s.until = g->keeper == &w ? this->queue.next_due() : time_point::max();
    else if constexpr (C::expiry::expires)
      s.until = C::expiry::ends_busy || g->live > g->min_workers ? expires_at(g, s) : time_point::max();
    g.unlock();
    return next::asleep;
  }
  /// After a sleep: somebody has chosen this worker, or it must go, or sleep on.
  next awoken(worker<C>& w, [[maybe_unused]] shift<C>& s) {
    if constexpr (std::is_empty_v<shift<C>>) {
      return next::woken;
    } else {
      guard g(*this);
      if (!w.duty.read().resting) return next::woken;  // chosen; if the unpark is still on its way, the next sleep wakes for nothing
      if constexpr (timed_queue<typename C::queue>) {
        if (!this->queue_ready()) return fall_asleep(g, w, s);
        stop_resting(g, w);
        appoint_keeper(g);
        return next::look;
      } else {
        const time_point now = P::clock::now();
        const bool expired = now >= expires_at(g, s) && (C::expiry::ends_busy || g->live > g->min_workers);
        if (!expired && !g->crowded()) return fall_asleep(g, w, s);
        stop_resting(g, w);
        if (expired) g->last_left = now;
        return retire(g, w, false, expired && C::expiry::ends_busy);
      }
    }
  }

  [[nodiscard]] time_point expires_at(guard& g, const shift<C>& s) const noexcept {
    return C::expiry::deadline({s.idle_since, s.born, g->last_left}, {this->asked.idle_after, this->asked.max_age});
  }
  /// Has the worker reached an age at which it leaves even though there may be work?
  [[nodiscard]] bool overdue([[maybe_unused]] const shift<C>& s) const noexcept {
    if constexpr (C::expiry::ends_busy)
      return P::clock::now() >= C::expiry::deadline({s.born, s.born, {}}, {this->asked.idle_after, this->asked.max_age});
    else
      return false;
  }

  /// The first to rest keeps the time of a timed queue.
  void start_resting(guard& g, worker<C>& w) {
    if (timed_queue<typename C::queue> && g->keeper == nullptr)
      g->keeper = &w;
    else
      g->idle_store.push(w);
    ++g->idle;
    w.duty.write().resting = true;
  }
  void stop_resting(guard& g, worker<C>& w) {
    if (timed_queue<typename C::queue> && g->keeper == &w)
      g->keeper = nullptr;
    else
      g->idle_store.remove(w);
    --g->idle;
    w.duty.write().resting = false;
  }
  /// The keeper goes to work; another one that rests must not sleep past what is due next.
  void appoint_keeper(guard& g) {
    if (g->keeper != nullptr) return;
    g->keeper = static_cast<worker<C>*>(g->idle_store.pop());
    if (g->keeper != nullptr) g->keeper->unpark();
  }

  /// Gives the place up, unless a push has come that may have counted on it. Who is due goes all the same, and leaves the work, and
  /// what is missing of the minimum, to a new one.
  next retire(guard& g, worker<C>& w, bool searched, bool due) {
    --g->live;
    g.announce();
    if (!due && g->has_place() && !g->paused() && this->queue_ready()) {
      ++g->live;
      return look_again(g, w, searched);
    }
    ++g->passing;
    if (due)
      replace(g);
    else if (g->idle != 0)
      this->rouse(g);  // the end of its last task may have made another one ready; who is idle may not have looked since this one searched
    return next::left;
  }
  void replace(guard& g) {
    if (g->live >= g->min_workers || g->closing)
      this->rouse(g);
    else if (!this->start(g, false, nullptr))
      this->unaided(g);
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
    if constexpr (C::hands_over) this->call_front(g);
    this->judge(g);
    g.unlock();
  }
};

}  // namespace weir::engine

#endif
