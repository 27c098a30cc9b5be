// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_INTAKE_HPP
#define WEIR_ENGINE_INTAKE_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/coroutine.hpp>
#include <weir/engine/duty.hpp>
#include <weir/engine/suspended_submitter.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/post_result.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// How a task gets in: at once, after a wait in line, on the caller's own thread, or not at all.
template <class C>
class intake : public duty<C> {
 public:
  using typename duty<C>::P;
  using typename duty<C>::guard;
  using typename duty<C>::task;
  using typename duty<C>::time_point;
  using duty<C>::duty;

  /// Never waits, runs nothing here and drops nothing. The task is left as it was unless it was accepted.
  template <class Tag = untagged>
  post_result try_post(task& t, Tag tag = {}) {
    return counted(as_post_result(attempt(t, tag)));
  }

  /// Follows the blocking policy when there is no room.
  template <class Tag = untagged>
  post_result post(task& t, Tag tag = {}) {
    push_result r = attempt(t, tag);
    if constexpr (C::can_be_full) {
      constexpr full_reaction reaction = C::blocking::when_full;
      if (r == push_result::full) {
        if constexpr (reaction == full_reaction::wait) return counted(wait_in_line(t, tag, nullptr));
        if constexpr (reaction == full_reaction::run_here) r = run_here(t);
        if constexpr (reaction == full_reaction::overflow) r = overflow(t);
        if constexpr (reaction == full_reaction::drop_old) r = make_room(t, tag);
        if constexpr (reaction == full_reaction::drop_new) return drop(t), post_result::discarded;
      }
    }
    return counted(as_post_result(r));
  }

  /// The same for a coroutine that a pool runs, which holds no thread while it waits.
  template <class Tag>
  basic_coroutine<post_result, P> async_post(task& t, Tag tag) {
    if constexpr (!C::can_wait) {
      co_return post(t, tag);
    } else {
      const push_result r = attempt(t, tag);
      if (r != push_result::full) co_return counted(as_post_result(r));
      suspended_submitter<C, Tag> mine(*this, t, tag);
      const post_result later = co_await mine;
      co_return later;
    }
  }

  /// The same for one that has a line of its own to stand in: `stands_in_line()` is called where post() would wait, and answers.
  template <class Wait>
  post_result post_or(task& t, [[maybe_unused]] Wait stands_in_line) {
    if constexpr (!C::can_wait) {
      return post(t);
    } else {
      const push_result r = attempt(t, untagged{});
      return r == push_result::full ? stands_in_line() : counted(as_post_result(r));
    }
  }

  template <class Tag = untagged>
  post_result post_until(task& t, const time_point& deadline, Tag tag = {}) {
    const push_result r = attempt(t, tag);
    if constexpr (C::can_wait) {
      if (r == push_result::full) return counted(wait_in_line(t, tag, this->finite(deadline)));
    }
    return counted(as_post_result(r));
  }

  /// A post of many: the workers hear of them together, at `told`.
  template <class Tag = untagged>
  post_result post_quietly(task& t, Tag tag = {}) {
    const admission a = enter(t, tag);
    if (a.result != push_result::full && !a.as_guest) return counted(as_post_result(a.result));
    told();  // the room, if there is to be any, must come from those who do not know yet
    if (a.result == push_result::full) return post(t, tag);
    follow_up(a, t);
    return counted(as_post_result(a.result));
  }
  void told() {
    if constexpr (!C::hands_over) this->pushed();
  }

 private:
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

  template <class Tag>
  push_result attempt(task& t, Tag tag) {
    const admission a = enter(t, tag);
    follow_up(a, t);
    return a.result;
  }
  template <class Tag>
  admission enter(task& t, [[maybe_unused]] Tag tag) {
    if constexpr (C::hands_over)
      return hand_over(t);
    else
      return {this->push(t, tag)};
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
      if (g->paused()) return {push_result::full};
      if (this->handed_to_idle(g, t)) return {push_result::pushed};
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
      if (g->paused()) return push_result::full;
      ++g->guests;
    }
    this->run_as_guest(t);
    return push_result::pushed;
  }

  /// A worker beyond the capacity, which leaves as surplus when it has done this.
  push_result overflow(task& t) {
    guard g(*this);
    if (g->closing) return push_result::closed;
    if (g->paused()) return push_result::full;
    if constexpr (C::hands_over) {
      if (this->handed_to_idle(g, t)) return push_result::pushed;  // it has come to rest meanwhile, and would be one too many
    }
    if (this->start(g, false, &t)) return push_result::pushed;
    this->unaided(g);  // another start may have failed meanwhile and counted on this worker
    return push_result::full;
  }

  /// Drops what has waited longest until the new one fits. Who drops is a guest: the pool is not idle before the dropped one is gone.
  template <class Tag>
  push_result make_room(task& t, Tag tag) {
    push_result r = push_result::full;
    while (r == push_result::full) {
      drop_one();
      r = attempt(t, tag);
    }
    return r;
  }
  void drop_one() {
    {
      guard g(*this);
      if (g->closing) return;
      ++g->guests;
    }
    typename crew<C>::guest me{*this};
    task oldest;
    if (!this->pop(oldest, me.seat)) return P::yield();  // a worker has the oldest in its hands already
    this->popped_task_ended(me.seat);
    drop(oldest);
  }
  void drop(task& t) {
    this->observer.discarded();
    this->contained([&] { blocking_.discard(std::move(t)); });
    this->contained([&] { t.reset(); });
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
      self.serve_line(g);  // to a coroutine behind; and without a queue a worker may have rested for this one only
    }
  };

  template <class Tag>
  post_result wait_in_line(task& t, Tag tag, const time_point* deadline) {
    if (this->inside()) return post_result::full;  // the room would have to come from the one who waits for it
    admission a{push_result::full};
    {
      guard g(*this);
      if (g->closing) return post_result::closed;
      if (!C::blocking::admits(g->line.size())) return post_result::full;
      if (deadline == nullptr && g->paused_by(this->this_thread())) return post_result::full;  // room comes when this thread resumes the pool
      const time_point impatient = C::hands_over ? time_point{} : platform::deadline_in<P>(patience);
      place_in_line mine(*this, g);
      while (a.result == push_result::full) {
        const bool patient = this->queue_size() >= worth_patience && P::clock::now() < impatient;
        if (g->line.front() == &mine.place) {
          mine.place.called = false;
          mine.place.call_at = patient ? half_of(this->queue_size()) : at_any_room;
          g.announce();
          g.unlock();
          a = enter(t, tag);
          g.lock();
          if (a.result != push_result::full || mine.place.called) continue;
        }
        if (deadline != nullptr && P::clock::now() >= *deadline) return post_result::timed_out;
        const time_point* until = patient && (deadline == nullptr || impatient < *deadline) ? &impatient : deadline;
        g.wait(g->line.front() == &mine.place ? this->room : mine.place.turn, until);
      }
    }
    follow_up(a, t);
    return as_post_result(a.result);
  }

  /// So long a submitter waits until half of the queue is empty, and then for any room: fast tasks free many places in that time, and a
  /// call for each place would cost them more than they do.
  static constexpr std::chrono::microseconds patience{100};
  static constexpr std::size_t worth_patience = 4;  // tasks that wait; of fewer, half is as good as any
  static std::uint32_t half_of(std::size_t tasks) noexcept { return static_cast<std::uint32_t>(std::min<std::size_t>(tasks / 2, at_any_room - 1)); }

  [[no_unique_address]] typename C::blocking blocking_;
};

}  // namespace weir::engine

#endif
