// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_DUTY_HPP
#define WEIR_ENGINE_DUTY_HPP

#include <weir/engine/frame_cache.hpp>
#include <weir/engine/presence.hpp>
#include <weir/engine/resting.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// What a worker does from its first moment to its last: look for work, do it, rest, leave.
template <class C>
class duty : public resting<C> {
 public:
  using typename resting<C>::P;
  using typename resting<C>::guard;
  using typename resting<C>::task;
  using typename resting<C>::time_point;
  using resting<C>::resting;
  using runner<C>::visit;

 private:
  friend class crew<C>;
  friend typename C::agents::template agent<C>;
  friend typename C::agents::template shared<C>;
  using typename resting<C>::next;
  struct no_frames {};
  static constexpr unsigned takes_between_times = 32;

  /// The only way out of a worker's last turn, whatever ended it. Nobody may end the pool before: the worker is `passing` until then.
  struct leaving {
    duty& self;
    worker<C>& w;
    /// left: the place has been given up. asleep, suspended: the worker is somebody else's. Anything else: a task or a hook ended the thread.
    next at = next::look;
    bool runs_tasks = true;  // false: a hook comes first
    ~leaving() {
      if (at == next::asleep || at == next::suspended) return;
      if (at != next::left) give_up();
      guard g(self);
      --g->passing;
      self.depart(g, w);
    }
    /// What the worker had taken on goes to others: its place, its search, and the task that it was started with.
    void give_up() {
      w.ends_its_thread();
      self.popped_task_ended(w.seat);
      if (runs_tasks) self.observer.panicked(w.counts);
      guard g(self);
      if (w.duty.read().searching) w.duty.write().searching = g->searching = false;
      --g->live;
      ++g->passing;
      g.announce();
      if constexpr (C::starts_with_a_task) {
        if (task mine = std::move(w.inbox.write())) return self.pass_on(g, mine);
      }
      self.rouse(g);
    }
  };

  /// The life of a worker that has a thread to itself.
  void work(worker<C>& w) {
    std::conditional_t<C::carries, frame_cache<P>, no_frames> frames;
    frame<P> here(this->id(), &w.seat);
    this->agents_.lend(here, frames);
    leaving out{*this, w, next::look, false};
    const typename runner<C>::last_stop whoever_rides{*this, here};
    const auto contain = [this](const auto& f) { return this->contained(f); };
    presence<P, decltype(contain)> hooks(here, this->asked, contain);
    hooks.begin();
    out.runs_tasks = true;
    shift<C> s;
    task t;
    for (next n = next::woken; n != next::left; out.at = n) {
      n = serve(w, t, s, here, n == next::woken);
      while (n == next::asleep) {
        w.sleep(this->queue, s);
        n = this->awoken(w, s);
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
      n = this->awoken(w, s);
    else if (goes_on(w, here))
      n = may_go_on(w, s) ? next::look : this->rest(w, s);
    for (;;) {
      while (n == next::look || n == next::woken) n = serve(w, t, s, here, n == next::woken);
      if (n != next::asleep || w.sleeps(s)) break;
      n = this->awoken(w, s);
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
    while (take(w, t, s, here, woken)) {
      if (std::exchange(woken, false)) looked(w);
      ages(s);
      if constexpr (C::agents::suspends) {
        if (!begins(w, t, here)) return next::suspended;
      } else {
        this->execute(t, w.counts, here);
      }
      if (!may_go_on(w, s)) break;
    }
    return this->rest(w, s);
  }
  /// Before a task. Workers of a short life would else replace each other without end, for the minimum or for a coroutine that sleeps.
  static void ages([[maybe_unused]] shift<C>& s) noexcept {
    if constexpr (C::expiry::expires) {
      if (s.born == time_point::max()) [[unlikely]] s.born = P::clock::now();
    }
  }
  /// After a task.
  bool may_go_on(worker<C>& w, shift<C>& s) {
    this->popped_task_ended(w.seat);
    if constexpr (C::expiry::expires) s.worked = true;
    return !this->signalled(wants_leaving) && !this->overdue(s);
  }

  /// As execute(), but false when the task waits: the worker is somebody else's then.
  bool begins(worker<C>& w, task& t, frame<P>& here) {
    const bool well = this->called(t, w.counts, here);
    if (!w.under_way()) return this->over(well, w.counts, here), true;
    return travels(w, here);
  }
  /// The next turn of a task that waited.
  bool goes_on(worker<C>& w, frame<P>& here) {
    if constexpr (hears_of_waits<typename C::observer>) this->observer.resumed(w.counts);
    return travels(w, here);
  }
  bool travels(worker<C>& w, frame<P>& here) {
    if (!w.travelled(here)) {
      if constexpr (hears_of_waits<typename C::observer>) this->observer.suspended(w.counts);  // it may be in its next turn already
      return false;
    }
    const bool returned = this->contained([&] { w.task().result(here); });
    const bool destroyed = this->contained([&] { w.task().end(here); });
    this->over(returned && destroyed, w.counts, here);
    return true;
  }

  bool take([[maybe_unused]] worker<C>& w, task& t, [[maybe_unused]] shift<C>& s, [[maybe_unused]] frame<P>& here, [[maybe_unused]] bool woken) {
    if constexpr (C::starts_with_a_task) {
      if (w.inbox.read()) {
        t = std::move(w.inbox.write());
        return true;
      }
    }
    if constexpr (C::carries) {
      if (this->signalled(signal(wants_rest | carries_some))) [[unlikely]]
        return carries_until_taken(w, t, s, here, woken);
    } else {
      if (this->signalled(wants_rest)) return false;
    }
    return this->popped(t, w.seat);
  }
  /// Where there are passengers: takes a task, and gives turns before. They alternate; now and then it looks whose time may have come.
  [[gnu::cold]] bool carries_until_taken(worker<C>& w, task& t, shift<C>& s, frame<P>& here, bool woken) {
    for (;;) {
      if (this->signalled(wants_rest)) return false;
      passenger<C>* p = nullptr;
      ++s.takes;
      s.makes_room = C::hands_over && s.takes % takes_between_times == 0 && this->signalled(wants_take) && !this->signalled(has_offer);
      if (s.makes_room) return false;
      if (s.takes % takes_between_times == 0 || (s.takes % 2 == 0 && this->turns.size() != 0)) p = this->next_passenger();
      const bool has_task = p == nullptr && this->popped(t, w.seat);
      if (p == nullptr && !has_task) p = this->next_passenger();
      if (p == nullptr && !has_task) return false;
      if (this->signalled(wants_keeper)) kept_time_no_more();
      if (has_task) return true;
      if (std::exchange(woken, false)) looked(w);
      ages(s);
      this->carry(*p, w.counts, here);
      if (!may_go_on(w, s)) return false;
    }
  }
  /// Nobody keeps the time since a worker has found something to do.
  void kept_time_no_more() {
    guard g(*this);
    this->appoint_keeper(g);
    this->rouse(g);
  }
  /// The one who searched has found something: if there is more, the next one is roused.
  void looked(worker<C>& w) {
    guard g(*this);
    if (!w.duty.read().searching) return;
    w.duty.write().searching = g->searching = false;
    g.announce();
    this->rouse(g);
  }
};

}  // namespace weir::engine

#endif
