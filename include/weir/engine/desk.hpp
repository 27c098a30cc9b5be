// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_DESK_HPP
#define WEIR_ENGINE_DESK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/offer.hpp>
#include <weir/engine/passengers.hpp>
#include <weir/engine/roster.hpp>
#include <weir/options.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/where.hpp>

#include <cstdint>
#include <exception>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir::engine {

/// What all threads of a pool share: the queue, the roster under its lock, and the signals that spare most threads the lock.
///
/// `C` names the policies, each bound to the platform.
template <class C>
class desk {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using seat = typename C::seat;
  using time_point = typename P::clock::time_point;

  explicit desk(const options& o) : asked(o) {}
  /// With what the queue is made of.
  template <class... Parts>
  desk(const options& o, Parts&... of_the_queue) : asked(o), queue(of_the_queue...) {}

  /// The lock and, while it is held, the roster; without it there is none, so that a use is a crash and no race. The signals are published
  /// before the lock is given back.
  class guard {
   public:
    explicit guard(desk& d, platform::where at = platform::where::current())
        : desk_(d), lock_(d.mutex_, at), roster_(&d.roster_.write(at)) {}
    guard(const guard&) = delete;
    guard& operator=(const guard&) = delete;
    ~guard() {
      if (lock_.owns_lock()) unlock();
    }

    roster<C>* operator->() const noexcept { return roster_; }
    [[nodiscard]] bool owns_lock() const noexcept { return lock_.owns_lock(); }
    void unlock(platform::where at = platform::where::current()) {
      publish();
      auto* const woken = std::exchange(roster_, nullptr)->line.take_woken();
      lock_.unlock(at);
      line<P>::go_on(woken);
    }
    void lock(platform::where at = platform::where::current()) {
      lock_.lock(at);
      roster_ = &desk_.roster_.write(at);
    }
    /// Publishes now, because the owner looks at the queue next: either that look sees a push, or the push sees these signals.
    void announce(platform::where at = platform::where::current()) {
      publish();
      // [WAKE-2] seq_cst fence, pairs with [WAKE-1, ROOM-1]: of two threads that each tell and then look, one sees the other.
      P::fence(std::memory_order_seq_cst, at);
    }
    /// Waits until notified, or until `deadline` if there is one, or for no reason.
    void wait(typename P::condition_variable& cv, const time_point* deadline, platform::where at = platform::where::current()) {
      if (roster_->line.has_woken()) return unlock(at), lock(at);
      publish();
      if (deadline == nullptr)
        cv.wait(lock_, at);
      else
        cv.wait_until(lock_, *deadline, at);
      roster_ = &desk_.roster_.write(at);
    }

   private:
    void publish() {
      const std::uint32_t now = roster_->signals();
      if (now == roster_->shown) return;
      roster_->shown = now;
      // [WAKE-3] relaxed, alone: the fences order it; a reader only learns that it should take the lock.
      desk_.signals_.store(now, std::memory_order_relaxed);
    }

    desk& desk_;
    typename P::unique_lock lock_;
    roster<C>* roster_;
  };

  [[nodiscard]] bool signalled(signal s) const noexcept {
    // [WAKE-3] relaxed, alone: the fence before it orders it; wants_leaving needs none, because workers look again under the lock.
    return (signals_.load(std::memory_order_relaxed) & s) != 0;
  }

  /// A wait until the end of time is one without a deadline.
  [[nodiscard]] static const time_point* finite(const time_point& deadline) noexcept {
    return deadline == time_point::max() ? nullptr : &deadline;
  }
  /// Stops when this life of the pool is closed. Throws std::bad_alloc.
  [[nodiscard]] std::stop_token closing_token() {
    guard g(*this);
    if (!g->closed.stop_possible()) {
      g->closed = std::stop_source();
      if (g->closing) g->closed.request_stop();  // it has no callbacks yet
    }
    return g->closed.get_token();
  }

  /// What frames and futures know this pool by.
  [[nodiscard]] const void* id() const noexcept { return this; }

  template <class Tag>
  push_result push(task& t, Tag tag) {
    if constexpr (!std::is_same_v<Tag, untagged>) {
      return queue.try_push(t, tag);
    } else if constexpr (pushes_to_seat<typename C::queue, task>) {
      const auto* here = frame<P>::of(id());
      return queue.try_push(t, here == nullptr ? nullptr : static_cast<seat*>(here->seat()));
    } else {
      return queue.try_push(t);
    }
  }
  bool pop(task& t, [[maybe_unused]] seat& mine) noexcept {
    if constexpr (seated_queue<typename C::queue>)
      return queue.try_pop(t, mine);
    else
      return queue.try_pop(t);
  }
  /// The task that was popped last into this seat is over.
  void popped_task_ended([[maybe_unused]] seat& mine) noexcept {
    if constexpr (hears_of_the_end<typename C::queue>) queue.done(mine);
  }

  /// After a take: is there a submitter who should hear of the room?
  [[nodiscard]] bool wanted_room() const noexcept {
    // [WAKE-3] relaxed, alone: as in signalled().
    const std::uint32_t shown = signals_.load(std::memory_order_relaxed);
    return (shown & wants_take) != 0 && (shown >> signal_bits == at_any_room || queue_size() <= shown >> signal_bits);
  }
  [[nodiscard]] std::size_t queue_size() const noexcept {
    if constexpr (C::hands_over)
      return 0;
    else
      return queue.size();
  }
  [[nodiscard]] bool queue_empty() const noexcept {
    if constexpr (C::hands_over)
      return true;
    else
      return queue.empty();
  }

  /// Is there a task, or a coroutine whose turn it is?
  [[nodiscard]] bool work_ready(guard& g) noexcept {
    if constexpr (C::carries) {
      if (g->riders.aboard() && turns.ready()) return true;
    }
    if constexpr (C::hands_over)
      return front_offer(g) != nullptr;
    else
      return queue.ready();
  }
  /// How much of it.
  [[nodiscard]] std::size_t backlog() const noexcept {
    if constexpr (C::carries)
      return queue_size() + turns.size();
    else
      return queue_size();
  }
  /// No task waits for its begin, and no coroutine for its next turn.
  [[nodiscard]] bool all_over(guard& g) const noexcept { return queue_empty() && !g->riders.aboard(); }

  /// An idle worker, no longer in the store; the caller unparks it. Who keeps the time comes last.
  worker<C>* pop_idle(guard& g) {
    auto* w = static_cast<worker<C>*>(g->idle_store.pop());
    if (C::keeps_time && w == nullptr) w = std::exchange(g->keeper, nullptr);
    return w == nullptr ? nullptr : &called(g, *w);
  }
  /// The one that keeps the time, likewise. There must be one.
  worker<C>& pop_keeper(guard& g) { return called(g, *std::exchange(g->keeper, nullptr)); }
  /// Has all idle workers ask again how long they may stay. They keep their order: only a few learn that they must go.
  void remind(guard& g) {
    if constexpr (!C::expiry::expires) return disturb(g);
    g->for_each_record([](worker<C>& w) {
      if (w.duty.read().resting) w.unpark();
    });
  }
  /// Sends all idle workers to look around.
  void disturb(guard& g) {
    while (worker<C>* w = pop_idle(g)) w->unpark();
  }

  /// What the coroutine at the front of the line waits to post; null if a thread is at the front.
  [[nodiscard]] static offer<C>* front_offer(guard& g) noexcept { return static_cast<offer<C>*>(g->line.suspended_front()); }
  /// Gives the coroutine its answer. It leaves the line if it stands there.
  void answer(offer<C>& o, push_result r) noexcept {
    o.answer.write() = r;
    r == push_result::pushed ? observer.accepted() : observer.refused();
  }
  void answer(guard& g, offer<C>& o, push_result r) {
    auto* const left = r == push_result::pushed ? o.left : nullptr;
    if (left != nullptr) o.asleep = nullptr;  // the task resumes it
    answer(o, r);
    g->line.leave_answered(o);
    // [LINE-1] release, pairs with [LINE-2]: the last thing that is done with the place.
    if (left != nullptr) left->store(true, std::memory_order_release);
  }
  /// In a pool that hands over: a worker takes the task that a coroutine at the front of the line waits to post.
  bool take_offer(task& t) {
    guard g(*this);
    offer<C>* const o = front_offer(g);
    if (o == nullptr) return false;
    t = std::move(o->task);
    answer(g, *o, push_result::pushed);
    return true;
  }
  /// In a pool with a queue: posts the tasks of the coroutines at the front of the line while there is room. True if it posted one.
  bool let_in(guard& g) {
    bool pushed = false;
    if (front_offer(g) != nullptr) g.announce();  // a take that this does not see is followed by a look at the signals
    while (offer<C>* const o = front_offer(g)) {
      push_result r = push_result::full;
      try {
        r = o->push(*this, *o);
        if (r == push_result::full) break;
      } catch (...) {
        o->thrown = std::current_exception();
      }
      answer(g, *o, r);
      pushed |= r == push_result::pushed;
    }
    return pushed;
  }

  /// Has the thread at the front of the line try again.
  void call_front(guard& g) {
    if (g->line.call_front()) room.notify_one();
  }

  /// No task runs, at this instant.
  [[nodiscard]] static bool still(guard& g) noexcept { return g->live == g->idle && g->passing == 0 && g->guests == 0; }
  /// No task waits or runs, and no worker is still to leave, at this instant.
  [[nodiscard]] bool quiet(guard& g) const noexcept { return still(g) && !g->crowded() && all_over(g); }
  /// Closed, and nobody has anything to do with the pool any more.
  [[nodiscard]] bool ended(guard& g) const noexcept {
    return g->closing && g->live == 0 && still(g) && g->line.empty() && all_over(g);
  }
  /// Tells those who wait for the pool to be quiet, to stand still or to have ended. Whoever may have made it so calls this.
  void judge(guard& g) {
    if (g->idle_waiters != 0 && quiet(g)) {
      ++g->idle_moments;
      quieted.notify_all();
    }
    if (g->pause_waiters != 0 && (still(g) || g->closing)) stilled.notify_all();
    if (ended(g)) ended_now.notify_all();
  }

  const options asked;
  [[no_unique_address]] typename C::queue queue;
  [[no_unique_address]] std::conditional_t<C::carries, turns_of_passengers<P>, no_turns> turns;  ///< of coroutines that have begun
  [[no_unique_address]] typename C::observer observer;
  typename P::condition_variable room;  ///< for the submitter at the front of the line
  typename P::condition_variable quieted;
  typename P::condition_variable stilled;
  typename P::condition_variable ended_now;

 private:
  static worker<C>& called(guard& g, worker<C>& w) {
    --g->idle;
    w.duty.write().resting = false;
    return w;
  }

  alignas(platform::cache_line) typename P::template atomic<std::uint32_t> signals_{0};
  alignas(platform::cache_line) typename P::mutex mutex_;
  typename P::template cell<roster<C>> roster_;
};

}  // namespace weir::engine

#endif
