// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_RESTING_HPP
#define WEIR_ENGINE_RESTING_HPP

#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/passengers.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// How a worker rests, keeps the time meanwhile, and gives its place up. Why no task is left lying: docs/design/wakeup.md
template <class C>
class resting : public crew<C> {
 public:
  using typename crew<C>::P;
  using typename crew<C>::guard;
  using typename crew<C>::time_point;
  using crew<C>::crew;

  /// Something is due earlier than it was said to be: who keeps the time sleeps too long.
  void due_sooner() {
    guard g(*this);
    g->clocked = C::carries;
    this->appoint_keeper(g);
    const auto* here = frame<P>::of(this->id());
    if (g->keeper != nullptr)
      g->keeper->unpark();
    else if (here == nullptr || here->seat() == nullptr)  // no worker, which would see the signal when it takes something, or rest
      this->rouse(g);
  }

  /// For a coroutine that begins as the task that `here`'s thread runs. Throws std::bad_alloc.
  passenger<C>& get_on(frame<P>& here) {
    guard g(*this);
    auto& p = g->riders.get_on(this->turns);
    this->appoint_keeper(g);
    if (this->deserted(g))
      this->rouse(g);
    else
      g.unlock();
    if constexpr (hears_of_the_end<typename C::queue> && std::movable<typename C::seat>) {
      if (auto* at = static_cast<typename C::seat*>(here.popped_into)) p.seat = std::exchange(*at, {});
    }
    return p;
  }

 protected:
  enum class next { look, woken, asleep, suspended, left };

  next rest(worker<C>& w, shift<C>& s) {
    guard g(*this);
    const bool searched = w.duty.read().searching;
    if (searched) w.duty.write().searching = g->searching = false;
    bool due = overdue(s);
    if (due && g->live == 1 && g->riders.aboard()) {
      if (relieved(g)) return next::left;
      due = false;
    }
    const bool stays = C::workers::keeps || this->must_stay(g);
    if (due || g->crowded() || !stays || (g->closing && this->all_over(g))) return retire(g, w, searched, due);
    if constexpr (C::expiry::expires) {
      if (std::exchange(s.worked, false)) s.idle_since = P::clock::now();
    }
    start_resting(g, w);
    g.announce();
    if (!g->paused() && this->work_ready(g) && !makes_room(g, s)) {
      stop_resting(g, w);
      return look_again(g, w, searched);
    }
    this->judge(g);
    const bool called = C::hands_over && g->line.call_front();
    const next n = fall_asleep(g, w, s);
    if (called) this->room.notify_one();
    return n;
  }

  /// Is the worker to rest for the sake of the thread at the front of the line? That thread rouses a worker when it leaves.
  [[nodiscard]] bool makes_room(guard& g, [[maybe_unused]] shift<C>& s) const noexcept {
    if constexpr (C::carries && C::hands_over)
      return std::exchange(s.makes_room, false) && g->line.wants_call() && this->front_offer(g) == nullptr;
    else
      return false;
  }

  /// How long the worker may sleep unless it is chosen. Gives the lock back.
  next fall_asleep(guard& g, [[maybe_unused]] worker<C>& w, [[maybe_unused]] shift<C>& s) {
    if constexpr (!std::is_empty_v<shift<C>>) s.until = wakes_at(g, w, s);
    g.unlock();
    return next::asleep;
  }
  time_point wakes_at(guard& g, const worker<C>& w, [[maybe_unused]] const shift<C>& s) {
    if (C::keeps_time && g->keeper == &w) {
      const time_point due = g->paused() ? time_point::max() : this->next_due(g);  // asked also by one who has no time to keep: told of what comes
      if (this->has_time(g)) return due;
    }
    if constexpr (C::expiry::expires) {
      if (C::expiry::ends_busy || g->live > g->min_workers) return expires_at(g, s);
    }
    return time_point::max();
  }
  [[nodiscard]] static bool keeps_time(guard& g, const worker<C>& w) noexcept {
    return C::keeps_time && g->keeper == &w && ferry<C>::has_time(g);
  }
  /// After a sleep: somebody has chosen this worker, or it must go, or sleep on.
  next awoken(worker<C>& w, [[maybe_unused]] shift<C>& s) {
    if constexpr (std::is_empty_v<shift<C>>) {
      return next::woken;
    } else {
      constexpr bool wakes_by_itself = C::expiry::expires || timed_queue<typename C::queue>;
      if (!wakes_by_itself && !this->signalled(has_carried)) return next::woken;
      guard g(*this);
      if (!w.duty.read().resting) return next::woken;  // chosen; if the unpark is still on its way, the next sleep wakes for nothing
      if (keeps_time(g, w) && !g->crowded()) {
        if (g->paused() || !this->work_ready(g)) return fall_asleep(g, w, s);
        stop_resting(g, w);
        this->appoint_keeper(g);
        return next::look;
      }
      if constexpr (!C::expiry::expires) {
        if (!g->crowded()) return fall_asleep(g, w, s);
        stop_resting(g, w);
        return retire(g, w, false, false);
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

  /// The first to rest keeps the time, where there is something to be due.
  void start_resting(guard& g, worker<C>& w) {
    if (C::keeps_time && g->keeper == nullptr && this->has_time(g))
      g->keeper = &w;
    else
      g->idle_store.push(w);
    ++g->idle;
    w.duty.write().resting = true;
  }
  void stop_resting(guard& g, worker<C>& w) {
    if (C::keeps_time && g->keeper == &w)
      g->keeper = nullptr;
    else
      g->idle_store.remove(w);
    --g->idle;
    w.duty.write().resting = false;
  }
  /// Gives the place up, unless a push has come that may have counted on it. Who is due goes all the same, and leaves the work, and
  /// what is missing of the minimum, to a new one.
  next retire(guard& g, worker<C>& w, bool searched, bool due) {
    --g->live;
    g.announce();
    if (!due && g->has_place() && !g->paused() && this->work_ready(g)) {
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
  /// The last one, in a pool with coroutines, goes when there is another: nobody else would notice that their time has come. Gives the lock
  /// back if so.
  bool relieved(guard& g) {
    --g->live;
    ++g->passing;
    if (this->start(g, false, nullptr)) return true;
    --g->passing;
    ++g->live;
    return false;
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
