// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_TIMER_WHEEL_HPP
#define WEIR_ENGINE_COROUTINE_TIMER_WHEEL_HPP

#include <weir/platform/durations.hpp>
#include <weir/platform/smaller_of.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace weir::engine {

/// A queue of timers by due time: a hierarchical timing wheel (Varghese and Lauck, 1987). A timer never fires early, and at most one tick (66
/// microseconds) late. Nothing is allocated; inserting and removing take constant time. A timer is moved at most seven times before it is popped:
/// one of 10 milliseconds once, and now and then twice.
///
/// Time is counted in ticks, as a number of eight digits of six bits. There is a level per digit and, in it, a slot per value. A timer lies at the
/// level of the highest digit in which its tick differs from the wheel's time, in the slot of that digit. So all timers of one tick lie in one
/// slot, in the order of insertion; the lowest level with timers has the earliest ones; and the digits cover every instant. When the wheel's time
/// enters a slot above the lowest level, the timers in it move down.
///
/// Not safe for concurrent use: the owner's lock guards the wheel and its timers.
template <class P>
class timer_wheel {
  using ticks = std::uint64_t;

 public:
  using time_point = typename P::clock::time_point;
  static_assert(std::is_same_v<typename time_point::duration, std::chrono::nanoseconds>);

  /// A base or a member of the object that sleeps. It must not move while it is armed.
  class timer {
   public:
    timer() = default;
    timer(const timer&) = delete;
    timer& operator=(const timer&) = delete;

    [[nodiscard]] bool armed() const noexcept { return next_ != nullptr; }
    /// A pointer that the owner may use while the timer is not armed.
    [[nodiscard]] timer*& spare() noexcept { return previous_; }

   private:
    friend class timer_wheel;
    timer* next_ = nullptr;  // the timers of a slot form a ring
    timer* previous_ = nullptr;
    ticks due_ = 0;
  };

  timer_wheel() = default;
  timer_wheel(const timer_wheel&) = delete;
  timer_wheel& operator=(const timer_wheel&) = delete;

  /// Arms a timer that is not armed. If `due` has passed, the timer is due at once, as if `due` were `now`.
  void insert(timer& t, time_point due, time_point now) noexcept {
    const ticks ended = last_ended(now);
    if (ended > time_ && first().start > ended) time_ = ended;
    t.due_ = platform::larger_of(due <= now ? ended : tick_of(due), time_);
    place(t);
    ++size_;
  }

  /// Disarms a timer of this wheel.
  void remove(timer& t) noexcept {
    const auto [level, index] = place_of(t.due_);
    timer*& slot = slots_[level][index];
    if (t.next_ == &t) {
      slot = nullptr;
      occupied_[level] &= ~bit(index);
    } else {
      t.previous_->next_ = t.next_;
      t.next_->previous_ = t.previous_;
      if (slot == &t) slot = t.next_;
    }
    t.next_ = nullptr;
    --size_;
  }

  /// Disarms and returns a timer that is due: of the earliest tick the one inserted first. Null if there is none.
  [[nodiscard]] timer* pop_due(time_point now) noexcept {
    const ticks ended = last_ended(now);
    for (auto next = first(); next.start <= ended; next = first()) {
      time_ = next.start;
      if (next.level == 0) {
        timer* const t = slots_[0][next.index];
        remove(*t);
        return t;
      }
      move_down(next.level, next.index);
    }
    time_ = platform::larger_of(time_, ended);
    return nullptr;
  }

  /// When to call pop_due() next: when the earliest timer can be popped, or earlier, when timers are to move down; the end of time if there are
  /// none. A caller that always calls it then pops every timer on its tick; between two pops at most seven calls pop none.
  [[nodiscard]] time_point next_due() const noexcept {
    if (empty()) return time_point::max();
    const auto next = first();
    const timer* const t = slots_[next.level][next.index];
    return instant(t->next_ == t ? t->due_ : next.start);  // a lone timer's move can wait
  }

  /// The timers that pop_due() returns next, as far as known: those of the current tick.
  [[nodiscard]] const timer* soon() const noexcept { return slots_[0][time_ & digit]; }
  [[nodiscard]] static const timer* after(const timer& armed) noexcept { return armed.next_; }

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  static constexpr unsigned tick_bits = 16;  // the nanosecond bits within a tick
  static constexpr unsigned digit_bits = 6;
  static constexpr unsigned levels = (64 - tick_bits) / digit_bits;
  static constexpr ticks digit = (ticks{1} << digit_bits) - 1;
  static constexpr ticks within_tick = (ticks{1} << tick_bits) - 1;
  static constexpr ticks sign = ticks{1} << 63;  // flipped, so that instants before the epoch come first

  struct place_in_wheel {
    unsigned level;
    unsigned index;
  };
  struct beginning {
    ticks start;
    unsigned level;
    unsigned index;
  };

  [[nodiscard]] static ticks nanoseconds(time_point at) noexcept { return static_cast<ticks>(at.time_since_epoch().count()) ^ sign; }
  /// A tick fires its timers at its last nanosecond; that of the last tick is the end of time.
  [[nodiscard]] static ticks tick_of(time_point due) noexcept { return nanoseconds(due) >> tick_bits; }
  [[nodiscard]] static time_point instant(ticks at) noexcept {
    return time_point(std::chrono::nanoseconds(static_cast<std::int64_t>(((at << tick_bits) | within_tick) ^ sign)));
  }
  /// The last tick that has ended at `now`. The first one ends at the beginning of time.
  [[nodiscard]] static ticks last_ended(time_point now) noexcept {
    return (platform::larger_of(nanoseconds(now), within_tick) - within_tick) >> tick_bits;
  }
  [[nodiscard]] static ticks bit(unsigned index) noexcept { return ticks{1} << index; }

  [[nodiscard]] place_in_wheel place_of(ticks due) const noexcept {
    const unsigned highest = 63u - static_cast<unsigned>(std::countl_zero((due ^ time_) | digit));  // no difference: the lowest level
    const unsigned level = highest / digit_bits;
    return {level, static_cast<unsigned>((due >> (level * digit_bits)) & digit)};
  }

  /// The slot of the earliest timers and its first tick; a tick that never ends if there are none.
  [[nodiscard]] beginning first() const noexcept {
    unsigned level = 0;
    while (level != levels && occupied_[level] == 0) ++level;
    if (level == levels) return {~ticks{0}, level, 0};
    const auto index = static_cast<unsigned>(std::countr_zero(occupied_[level]));
    const unsigned shift = level * digit_bits;
    return {(((time_ >> shift) & ~digit) | index) << shift, level, index};
  }

  /// Appends to the slot.
  void place(timer& t) noexcept {
    const auto [level, index] = place_of(t.due_);
    timer*& front = slots_[level][index];
    if (front == nullptr) {
      front = t.next_ = t.previous_ = &t;
      occupied_[level] |= bit(index);
    } else {
      t.next_ = front;
      t.previous_ = front->previous_;
      t.previous_->next_ = front->previous_ = &t;
    }
  }

  void move_down(unsigned level, unsigned index) noexcept {
    timer* const front = slots_[level][index];
    slots_[level][index] = nullptr;
    occupied_[level] &= ~bit(index);
    timer* t = front;
    do {
      timer* const next = t->next_;
      place(*t);
      t = next;
    } while (t != front);
  }

  ticks time_ = 0;  // no timer's tick is earlier
  std::size_t size_ = 0;
  std::array<std::uint64_t, levels> occupied_{};  // a bit per slot
  std::array<std::array<timer*, std::size_t{1} << digit_bits>, levels> slots_{};
};

}  // namespace weir::engine

#endif
