// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_STORAGE_STOPWATCH_HPP
#define WEIR_POLICIES_OBSERVER_STORAGE_STOPWATCH_HPP

#include <weir/platform/coarse_time.hpp>
#include <weir/platform/order.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace weir::observer {

/// Different for any two threads that live at the same time.
template <class P>
const void* this_thread() noexcept {
  return &P::slot();
}

/// Measures the turns of one worker. They do not overlap, but in a light pool the thread of one turn may call end() while, or after, another thread
/// begins the next turn. `thread_` notes the thread that has begun the last turn; end() and the next begin() compete for that note, and the winner
/// gets the turn's length. `Begin` reads the time when a turn begins.
template <class P, class Begin = platform::exact_time<P>>
class turn_stopwatch {
  using time = std::chrono::nanoseconds;

 public:
  /// Begins a turn. Returns the length of the one before, if its thread has not ended it yet.
  std::optional<time> begin() noexcept {
    // [HIST-4] relaxed, alone: the pool has passed the worker from the thread that wrote it to this one.
    const time now = Begin::after(time(began_.load(std::memory_order_relaxed)));
    const auto before = settle(now);
    // [HIST-4] relaxed, alone: read by the thread that wrote it, and by those to which the pool passes the worker.
    began_.store(now.count(), std::memory_order_relaxed);
    // [HIST-5] release, pairs with [HIST-6]: when the turn began.
    thread_.store(this_thread<P>(), std::memory_order_release);
    return before;
  }
  /// Begins a turn that is not measured. Returns the same.
  std::optional<time> skip() noexcept {
    // [HIST-2] acquire, pairs with [HIST-3]: as in settle().
    return thread_.load(std::memory_order_acquire) == nullptr ? std::nullopt : settle(P::clock::now().time_since_epoch());
  }
  /// Ends the turn that the calling thread has begun. Returns its length, or nothing if it is not measured, or the next turn's begin has done so.
  std::optional<time> end() noexcept {
    if (!is_mine()) return std::nullopt;
    const time now = P::clock::now().time_since_epoch();
    // [HIST-4] relaxed, alone: if the next line succeeds, this thread wrote it.
    const time began(began_.load(std::memory_order_relaxed));
    return drop() ? std::optional(now - began) : std::nullopt;
  }
  /// Ends it without a length. False if the calling thread has none to end.
  bool drop() noexcept {
    const void* mine = this_thread<P>();
    // [HIST-3] release, pairs with [HIST-2]: the begin of this turn was read before the next one overwrites it.
    return thread_.compare_exchange_strong(mine, nullptr, std::memory_order_release, std::memory_order_relaxed);
  }
  /// When the turn began that the calling thread has begun and not ended; nothing if it is not measured.
  [[nodiscard]] std::optional<time> begun_here() const noexcept {
    // [HIST-4] relaxed, alone: this thread wrote it.
    return is_mine() ? std::optional(time(began_.load(std::memory_order_relaxed))) : std::nullopt;
  }
  /// When the turn began that is under way, or whose end is late; nothing if there is none. Any thread may call this at any time. If a new turn begins
  /// meanwhile, the answer may be its begin, but not the one of a turn before.
  [[nodiscard]] std::optional<time> began() const noexcept {
    // [HIST-6] acquire, pairs with [HIST-5]: when the turn began.
    if (thread_.load(std::memory_order_acquire) == nullptr) return std::nullopt;
    // [HIST-4] relaxed, alone: it is not older than the note.
    return time(began_.load(std::memory_order_relaxed));
  }

 private:
  /// The turn before ends now, if its thread has not ended it yet. Returns its length then.
  std::optional<time> settle(time now) noexcept {
    // [HIST-2] acquire, pairs with [HIST-3]: the thread that has ended the turn before has read when it began.
    if (thread_.load(std::memory_order_acquire) == nullptr) [[likely]]
      return std::nullopt;
    // [HIST-2] acquire, pairs with [HIST-3]: the same, if that thread is faster.
    if (thread_.exchange(nullptr, std::memory_order_acquire) == nullptr) return std::nullopt;
    // [HIST-4] relaxed, alone: the pool has passed the worker from the thread that wrote it to this one.
    return now - time(began_.load(std::memory_order_relaxed));
  }
  /// The calling thread has begun the turn that is measured last, and has not ended it, nor has the next turn's begin.
  [[nodiscard]] bool is_mine() const noexcept {
    // [HIST-8] relaxed, alone: the calling thread wrote it, or another thread's note is not this one's.
    return thread_.load(std::memory_order_relaxed) == this_thread<P>();
  }

  typename P::template atomic<const void*> thread_;
  typename P::template atomic<time::rep> began_{time::min().count()};
};

/// Measures the tasks of callers, of which `most` may be under way at the same time. Those of one thread are nested: the innermost one ends first.
template <class P>
class caller_stopwatch {
  using time = std::chrono::nanoseconds;
  static constexpr std::size_t most = 64;
  static constexpr time not_measured = time::max();

 public:
  /// The calling thread begins a task. Without a free place neither this task nor those around it are measured.
  void begin(bool measured = true) noexcept {
    const time now = measured ? P::clock::now().time_since_epoch() : not_measured;
    typename P::unique_lock lock(mutex_);
    tasks& t = tasks_.write();
    if (t.open != most) {
      t.at[t.open++] = {this_thread<P>(), now};
      return;
    }
    const auto lost = [](const task_begin& each) { return mine(each) && each.began != not_measured; };
    t.unmeasured += static_cast<std::uint64_t>(std::count_if(t.at.begin(), t.at.end(), lost)) + (measured ? 1 : 0);
    t.open = static_cast<std::size_t>(std::remove_if(t.at.begin(), t.at.end(), mine) - t.at.begin());
  }
  /// The calling thread ends the task that it began last. Returns its length, or nothing if it is not measured.
  std::optional<time> end() noexcept {
    const time now = P::clock::now().time_since_epoch();
    typename P::unique_lock lock(mutex_);
    tasks& t = tasks_.write();
    for (std::size_t each = t.open; each-- != 0;) {
      if (!mine(t.at[each])) continue;
      const time took = t.at[each].began == not_measured ? not_measured : now - t.at[each].began;
      std::copy(t.at.data() + each + 1, t.at.data() + t.open, t.at.data() + each);
      --t.open;
      return took == not_measured ? std::nullopt : std::optional(took);
    }
    return std::nullopt;
  }
  /// Calls `f` with the begin of each task that began at `latest` or before and has not been given to `f` yet. A task that ends meanwhile may be one of them.
  template <class F>
  void for_each_since(time latest, F f) {
    std::array<time, most> older;
    std::size_t count = 0;
    {
      typename P::unique_lock lock(mutex_);
      tasks& t = tasks_.write();
      for (std::size_t each = 0; each != t.open; ++each) {
        if (t.at[each].began <= latest && !std::exchange(t.at[each].given, true)) older[count++] = t.at[each].began;
      }
    }
    for (std::size_t each = 0; each != count; ++each) f(older[each]);
  }
  [[nodiscard]] std::uint64_t unmeasured() const noexcept {
    typename P::unique_lock lock(mutex_);
    return tasks_.read().unmeasured;
  }

 private:
  struct task_begin {
    const void* thread = nullptr;
    time began{};
    bool given = false;
  };
  struct tasks {
    std::array<task_begin, most> at;
    std::size_t open = 0;
    std::uint64_t unmeasured = 0;
  };
  static bool mine(const task_begin& each) noexcept { return each.thread == this_thread<P>(); }

  mutable typename P::mutex mutex_;
  typename P::template cell<tasks> tasks_;
};

}  // namespace weir::observer

#endif
