// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_DUTY_HPP
#define WEIR_ENGINE_DUTY_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/engine/presence.hpp>

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

 private:
  friend class crew<C>;

  enum class next { look, woken, left };

  struct shift {  // what a worker remembers from one rest to the next
    bool worked = true;
    time_point born{};
    time_point idle_since{};
  };

  /// The only way out of a worker's thread, whatever ended it. Nobody may end the pool before: the thread is `passing` until then.
  struct leaving {
    duty& self;
    worker<C>& w;
    bool retired = false;  // the place has been given up; otherwise the task ended the thread itself
    ~leaving() {
      if (!retired) self.popped_task_ended(w.seat);
      guard g(self);
      if (!retired) {
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

  void work(worker<C>& w) {
    frame<P> here(this->id(), &w.seat);
    leaving out{*this, w};
    const auto contain = [this](const auto& f) { return this->contained(f); };
    const presence<P, decltype(contain)> hooks(here, this->asked, contain);
    shift s;
    if constexpr (C::expiry::ends_busy) s.born = P::clock::now();
    task t;
    bool woken = true;
    while (!out.retired) {
      if (take(w, t)) {
        if (woken) looked(w);
        this->execute(t, w.counts, here);
        this->popped_task_ended(w.seat);
        woken = false;
        s.worked = true;
        if (!this->signalled(wants_leaving) && !overdue(s)) continue;
      }
      const next n = rest(w, s);
      woken = n == next::woken;
      out.retired = n == next::left;
    }
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

  next rest(worker<C>& w, shift& s) {
    guard g(*this);
    const bool searched = w.duty.read().searching;
    if (searched) w.duty.write().searching = g->searching = false;
    const bool due = overdue(s);
    if (due || g->crowded() || !C::workers::keeps || (g->closing && this->queue_empty())) return retire(g, w, searched, due);
    if (C::expiry::expires && s.worked) s.idle_since = P::clock::now();
    s.worked = false;
    g->idle_store.push(w);
    ++g->idle;
    w.duty.write().resting = true;
    g.announce();
    if (!g->paused() && this->queue_ready()) {
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
      const bool timed = C::expiry::ends_busy || g->live > g->min_workers;
      const time_point deadline = expires_at(g, s);
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
      const time_point now = P::clock::now();
      const bool expired = now >= expires_at(g, s) && (C::expiry::ends_busy || g->live > g->min_workers);
      if (!expired && !g->crowded()) continue;
      stop_resting(g, w);
      if (expired) g->last_left = now;
      return retire(g, w, false, expired && C::expiry::ends_busy);
    }
  }

  [[nodiscard]] time_point expires_at(guard& g, const shift& s) const noexcept {
    return C::expiry::deadline({s.idle_since, s.born, g->last_left}, {this->asked.idle_after, this->asked.max_age});
  }
  /// Has the worker reached an age at which it leaves even though there may be work?
  [[nodiscard]] bool overdue(const shift& s) const noexcept {
    if constexpr (C::expiry::ends_busy)
      return P::clock::now() >= C::expiry::deadline({s.born, s.born, {}}, {this->asked.idle_after, this->asked.max_age});
    else
      return false;
  }

  void stop_resting(guard& g, worker<C>& w) {
    g->idle_store.remove(w);
    --g->idle;
    w.duty.write().resting = false;
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
    else if (hears_of_the_end<typename C::queue> || g->idle != 0)
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
    if constexpr (C::hands_over) g->line.call_front();
    this->judge(g);
    g.unlock();
  }
};

}  // namespace weir::engine

#endif
