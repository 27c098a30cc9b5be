// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_READY_QUEUE_HPP
#define WEIR_ENGINE_COROUTINE_READY_QUEUE_HPP

#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/timer_wheel.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/prefetch.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// Light workers that are ready for a turn, in the order in which they became so, and those that wait for their time, under one lock.
/// Nothing is allocated, so nobody is ever refused.
template <class P>
class ready_queue {
 public:
  using time_point = typename P::clock::time_point;

  /// What whoever changed the list owes the carriers.
  enum class owed : unsigned char { nothing, look, sooner };

  resumer<P>* host = nullptr;  ///< set before the first worker comes

  // --- what light workers and those who wake them do

  owed resume(resumable<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    append(contents_.write(), w);
    return owed::look;
  }
  owed resume_at(resumable<P>& w, time_point due) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (w.cancelled_) return append(c, w), owed::look;
    return arm(c, w, due);
  }
  owed cancel_wait(resumable<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (!w.armed()) return w.cancelled_ = true, owed::nothing;
    w.cancelled_ = true;
    c.wheel.remove(w);
    append(c, w);
    return owed::look;
  }
  /// A worker that has nothing to do rests until it is unparked, or until `until`. `look`: it was unparked before, and goes on.
  owed park(resumable<P>& w, time_point until) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (std::exchange(w.permit_, false)) return owed::look;
    w.parked_ = true;
    return until == time_point::max() ? owed::nothing : arm(c, w, until);
  }
  owed unpark(resumable<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (!std::exchange(w.parked_, false)) return w.permit_ = true, owed::nothing;
    if (w.armed()) c.wheel.remove(w);
    append(c, w);
    return owed::look;
  }

  // --- what carriers do

  /// The one whose turn is next; null if nobody is ready.
  resumable<P>* pop() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    resumable<P>* w = nullptr;
    if (c.first == nullptr || ++c.turns % turns_between_timers == 0) w = due(c);
    return w == nullptr && c.first != nullptr ? take_first(c) : w;
  }
  bool ready() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    return c.first != nullptr || (!c.wheel.empty() && c.wheel.next_due() <= P::clock::now());
  }
  bool empty() const noexcept {
    typename P::unique_lock lock(mutex_);
    return contents_.read().first == nullptr && contents_.read().wheel.empty();
  }
  /// How many are ready, without the lock.
  std::size_t size() const noexcept {
    // [READY-1] relaxed, alone: a number that is old as soon as it is read; the lock orders the turns.
    return size_.load(std::memory_order_relaxed);
  }
  /// Whoever asked sleeps until then, or less, and is told if it becomes sooner.
  time_point next_due() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    return c.told = c.wheel.next_due();
  }

 private:
  using timer = typename timer_wheel<P>::timer;
  static constexpr unsigned turns_between_timers = 32;  // so that workers that only yield do not keep time from passing

  struct contents {
    timer* first = nullptr;
    timer* last = nullptr;
    unsigned turns = 0;
    time_point now{};                       // when the clock was read last
    time_point told = time_point::max();  // what next_due() said last
    timer_wheel<P> wheel;
  };

  void append(contents& c, resumable<P>& w) noexcept {
    w.spare() = nullptr;
    (c.first == nullptr ? c.first : c.last->spare()) = &w;
    c.last = &w;
    resized(1);
  }
  resumable<P>* take_first(contents& c) noexcept {
    auto* const first = c.first;
    c.first = first->spare();
    resized(std::size_t(-1));
    return static_cast<resumable<P>*>(first);
  }
  void resized(std::size_t by) noexcept {
    // [READY-1] relaxed, alone: under the lock; as in size().
    size_.store(size() + by, std::memory_order_relaxed);
  }
  /// Reads the clock only for a timer that comes before all others: for the wheel's sake it need not be the exact time.
  static owed arm(contents& c, resumable<P>& w, time_point at) noexcept {
    if (at < c.wheel.next_due()) c.now = P::clock::now();
    c.wheel.insert(w, at, c.now);
    return c.wheel.next_due() < c.told ? owed::sooner : owed::nothing;
  }
  static resumable<P>* due(contents& c) noexcept {
    if (c.wheel.empty()) return nullptr;
    auto* t = c.wheel.pop_due(c.now);
    if (t == nullptr) t = c.wheel.pop_due(c.now = P::clock::now());
    if (t == nullptr) return nullptr;
    if (const timer* next = c.wheel.soon()) fetch(static_cast<const resumable<P>&>(*next));
    auto* w = static_cast<resumable<P>*>(t);
    w->parked_ = false;
    return w;
  }
  /// Has memory ready for the worker whose turn comes next, and for the one after.
  static void fetch(const resumable<P>& w) noexcept {
    const auto& way = w.way_.read();
    platform::prefetch_for_write(way.point.address());
    platform::prefetch_for_write(timer_wheel<P>::after(w));
  }

  mutable typename P::mutex mutex_;
  typename P::template cell<contents> contents_;
  typename P::template atomic<std::size_t> size_{0};  // of those that are ready
};

}  // namespace weir::engine

#endif
