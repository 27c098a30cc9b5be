// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_READY_QUEUE_HPP
#define WEIR_ENGINE_COROUTINE_READY_QUEUE_HPP

#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/timer_wheel.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/prefetch.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// The resumables that are ready for a turn, in FIFO order, and those that wait for a time, under one lock. Allocates nothing, so no operation
/// fails.
template <class P>
class alignas(platform::cache_line) ready_queue {
 public:
  using time_point = typename P::clock::time_point;

  /// What the caller must do after a change: nothing; `look`: wake a thread, because a turn is ready; `sooner`: tell the timekeeper of an earlier
  /// due time.
  enum class owed : unsigned char { nothing, look, sooner };

  resumer<P>* host = nullptr;  ///< set before the first resumable is added

  // --- called to suspend and to resume

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
  /// cancel_wait() was called, and its coroutine has not taken note yet.
  bool is_cancelled(const resumable<P>& w) const noexcept {
    typename P::unique_lock lock(mutex_);
    return w.cancelled_;
  }
  /// Parks an idle light worker until unpark(), or until `until`. `look`: unpark() came first, and the worker is not parked.
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
    w.was_idle_ = true;
    return owed::look;
  }

  // --- called to run turns

  /// The next one to resume; null if none is ready. A worker that was idle begins a task after those whose time is known to have come: these may end
  /// theirs, and take over what it was given.
  resumable<P>* pop() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    resumable<P>* w = nullptr;
    const unsigned turn = c.first == nullptr ? 0 : ++c.turns % turns_between_timers;
    const bool timers_first = turn > 1 && static_cast<const resumable<P>*>(c.first)->was_idle_;
    if (turn == 0 || timers_first) w = pop_due(c, turn == 0);
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
  /// The number of ready ones. Takes no lock.
  std::size_t size() const noexcept {
    // [READY-1] relaxed, alone: the number may be stale as soon as it is read; the lock orders the turns.
    return size_.load(std::memory_order_relaxed);
  }
  /// A turn is ready, or the last pop() saw more timers whose time had come. Takes no lock.
  bool has_turn() const noexcept {
    // [READY-2] relaxed, alone: as in size().
    return size() != 0 || more_due_.load(std::memory_order_relaxed);
  }
  /// The earliest due time. The caller sleeps at most until then; an operation that makes it earlier returns `sooner`.
  time_point next_due() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    return c.told = c.wheel.next_due();
  }

 private:
  using timer = typename timer_wheel<P>::timer;
  static constexpr unsigned turns_between_timers = 32;  // so that coroutines that only yield and timers do not delay each other

  struct contents {
    timer* first = nullptr;
    timer* last = nullptr;
    unsigned turns = 0;
    time_point now{};  // the last reading of the clock
    time_point told = time_point::max();  // the timekeeper knows of this time, or is being told
    timer_wheel<P> wheel;
  };

  void append(contents& c, resumable<P>& w) noexcept {
    w.spare() = nullptr;
    w.was_idle_ = false;
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
    // [READY-1] relaxed, alone: written only under the lock; as in size().
    size_.store(size() + by, std::memory_order_relaxed);
  }
  /// Reads the clock only for the earliest timer: the wheel needs no exact time.
  static owed arm(contents& c, resumable<P>& w, time_point at) noexcept {
    if (at < c.wheel.next_due()) c.now = P::clock::now();
    c.wheel.insert(w, at, c.now);
    const time_point next = c.wheel.next_due();
    if (next >= c.told) return owed::nothing;
    c.told = next;
    return owed::sooner;
  }
  resumable<P>* pop_due(contents& c, bool reads_clock) noexcept {
    auto* t = c.wheel.empty() ? nullptr : c.wheel.pop_due(c.now);
    if (t == nullptr && reads_clock && !c.wheel.empty()) t = c.wheel.pop_due(c.now = P::clock::now());
    const timer* const next = t == nullptr ? nullptr : c.wheel.soon();
    note_more_due(next != nullptr);
    if (t == nullptr) return nullptr;
    if (next != nullptr) fetch(static_cast<const resumable<P>&>(*next));
    auto* w = static_cast<resumable<P>*>(t);
    w->parked_ = false;
    return w;
  }
  void note_more_due(bool now) noexcept {
    // [READY-2] relaxed, alone: written only under the lock; as in has_turn().
    if (now != more_due_.load(std::memory_order_relaxed)) more_due_.store(now, std::memory_order_relaxed);
  }
  /// Prefetches the frame that is resumed next, and the timer after it.
  static void fetch(const resumable<P>& w) noexcept {
    const auto& way = w.way_.read();
    platform::prefetch_for_write(way.point.address());
    platform::prefetch_for_write(timer_wheel<P>::after(w));
  }

  mutable typename P::mutex mutex_;
  typename P::template cell<contents> contents_;
  typename P::template atomic<std::size_t> size_{0};  // the number of ready ones
  typename P::template atomic<bool> more_due_{false};  // a timer is known to be due
};

}  // namespace weir::engine

#endif
