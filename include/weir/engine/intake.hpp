// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_INTAKE_HPP
#define WEIR_ENGINE_INTAKE_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/engine/crew.hpp>
#include <weir/post_result.hpp>

#include <utility>

namespace weir::engine {

/// How a task gets in: at once, after a wait in line, on the caller's own thread, or not at all.
template <class C>
class intake : public crew<C> {
 public:
  using typename crew<C>::P;
  using typename crew<C>::guard;
  using typename crew<C>::time_point;
  using crew<C>::crew;

  /// Never waits and never runs the task here. The task is left as it was unless it was accepted.
  post_result try_post(task& t) { return counted(answer(attempt(t))); }

  /// Follows the blocking policy when there is no room.
  post_result post(task& t) {
    push_result r = attempt(t);
    if constexpr (C::can_be_full) {
      if (r == push_result::full) {
        if constexpr (C::blocking::when_full == full_reaction::wait) return counted(wait_in_line(t, nullptr));
        if constexpr (C::blocking::when_full == full_reaction::run_here) r = run_here(t);
      }
    }
    return counted(answer(r));
  }

  post_result post_until(task& t, const time_point& deadline) {
    const push_result r = attempt(t);
    if constexpr (C::can_wait) {
      if (r == push_result::full) return counted(wait_in_line(t, &deadline));
    }
    return counted(answer(r));
  }

 private:
  static post_result answer(push_result r) noexcept {
    return r == push_result::pushed ? post_result::accepted : r == push_result::full ? post_result::full : post_result::closed;
  }
  post_result counted(post_result r) noexcept {
    if (r == post_result::accepted)
      this->observer.accepted();
    else
      this->observer.refused();
    return r;
  }

  struct admission {
    push_result result;
    bool as_guest = false;  // accepted, and there is nobody to run it but the caller, who is counted as a guest already
  };

  push_result attempt(task& t) {
    const admission a = enter(t);
    follow_up(a, t);
    return a.result;
  }
  admission enter(task& t) {
    if constexpr (C::hands_over)
      return hand_over(t);
    else
      return {this->queue.try_push(t)};
  }
  /// What an accepted task still needs. A submitter has left the line by then, so that nobody waits behind a busy one.
  void follow_up(admission a, task& t) {
    if (a.as_guest)
      this->run_as_guest(t);
    else if (!C::hands_over && a.result == push_result::pushed)
      this->pushed();
  }

  /// Puts the task into the hands of an idle worker or of a new one.
  admission hand_over(task& t) {
    guard g(*this);
    for (;;) {
      if (g->closing) return {push_result::closed};
      if (worker<C>* w = this->pop_idle(g)) {
        w->inbox.write() = std::move(t);
        g.unlock();
        w->parker.unpark();
        return {push_result::pushed};
      }
      if (!g->has_place()) return {push_result::full};
      if (this->start(g, false, &t)) return {push_result::pushed};
      if (g->live == 0) break;  // the system gives no thread and the pool has none: the caller is all there is
      if (g->idle == 0) return {push_result::full};
    }
    if (g->closing) return {push_result::closed};
    ++g->guests;
    return {push_result::pushed, true};
  }

  push_result run_here(task& t) {
    {
      guard g(*this);
      if (g->closing) return push_result::closed;
      ++g->guests;
    }
    this->run_as_guest(t);
    return push_result::pushed;
  }

  /// One submitter's place in the line, given up under the lock on every way out.
  struct place_in_line {
    intake& self;
    guard& g;
    typename line<P>::place place{};
    place_in_line(intake& pool, guard& held) : self(pool), g(held) { g->line.join(place); }
    ~place_in_line() {
      if (!g.owns_lock()) g.lock();
      g->line.leave(place);
      self.judge(g);
    }
  };

  post_result wait_in_line(task& t, const time_point* deadline) {
    if (this->inside()) return post_result::full;  // the room would have to come from the one who waits for it
    admission a{push_result::full};
    {
      guard g(*this);
      if (g->closing) return post_result::closed;
      if (!C::blocking::admits(g->line.size())) return post_result::full;
      place_in_line mine(*this, g);
      while (a.result == push_result::full) {
        if (g->line.front() == &mine.place) {
          mine.place.called = false;
          g.announce();
          g.unlock();
          a = enter(t);
          g.lock();
          if (a.result != push_result::full || mine.place.called) continue;
        }
        if (deadline != nullptr && P::clock::now() >= *deadline) return post_result::timed_out;
        g.wait(mine.place.turn, deadline);
      }
    }
    follow_up(a, t);
    return answer(a.result);
  }
};

}  // namespace weir::engine

#endif
