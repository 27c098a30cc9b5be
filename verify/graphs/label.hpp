// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LABEL_HPP
#define WEIR_VERIFY_GRAPHS_LABEL_HPP

#include <weir/platform/order.hpp>
#include <weir/verify/graphs/view.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

namespace weir::verify::execution {

using value = std::uint64_t;
using location = std::uint32_t;

/// `join` is a step with no effect of its own: it begins a thread, or ends it, or waits for one, and follows another event. `choose` has
/// no effect either, and several outcomes.
enum class action : std::uint8_t { read, write, update, fence, join, choose };

/// What an update writes, given what it has read. `clear_one` clears one of the bits that are set, and writes nothing if none is; `raise`
/// writes the greater of both values, and nothing if it has found that.
enum class change : std::uint8_t { exchange, add, subtract, set_bits, keep_bits, compare_exchange, clear_bits, clear_one, raise };

/// When a thread has its next step. `written`: this update has written. `cleared`: the write that this reads from has cleared the bits of the
/// operand. `not_zero`: it has read something else than 0.
enum class condition : std::uint8_t { none, written, cleared, not_zero };

/// What a step's outcome, other than the first, is counted against: an execution has only so many of each. `any` is not counted.
enum class luck : std::uint8_t { any, timeout, spurious, refusal, weak };
inline constexpr std::size_t kinds_of_luck = 5;

/// What a step is about, for the report of a failure.
enum class thing : std::uint8_t { atomic, mutex, condition_variable, clock, thread, none };

/// One step of a thread, as its program asks for it: what it does, where, in which order, before it is known what it reads.
struct label {
  action does = action::fence;
  std::memory_order order = std::memory_order_seq_cst;
  location at = 0;

  value operand = 0;  ///< what a write writes; of an update, the second operand; of a choice, how many outcomes it has
  change how = change::exchange;  ///< of an update
  value expected = 0;  ///< of a compare_exchange
  std::memory_order failure = std::memory_order_relaxed;  ///< of an update that writes nothing
  bool weak = false;  ///< of a compare_exchange: its second outcome is to fail for no reason
  luck counts_as = luck::any;

  value mask = ~value{0};  ///< the bits that the location has: what is written is cut to them
  condition goes_on = condition::none;
  thing about = thing::none;
  event_id after{};  ///< of a join: the event that it follows, or none
  std::uint16_t like = event_id::initial;  ///< a thread that does the same as this one, if there is one: see identical.hpp

  [[nodiscard]] bool reads() const { return does == action::read || does == action::update; }
  [[nodiscard]] bool accesses() const { return does == action::read || does == action::write || does == action::update; }

  /// It may wait, at a location each of whose writes follows the one before it in program order and reads-from. So what it can read from follows
  /// each write there that it would wait at, and what lets it go on is the newest write of its time that does.
  [[nodiscard]] bool chained() const { return goes_on != condition::none && (about == thing::mutex || about == thing::condition_variable); }

  /// How many outcomes there are once it has read `found`.
  [[nodiscard]] unsigned outcomes(value found) const {
    if (does == action::choose) return static_cast<unsigned>(operand);
    if (does != action::update) return 1;
    if (how == change::clear_one) return static_cast<unsigned>(std::max(1, std::popcount(found)));
    return weak && found == expected ? 2 : 1;
  }

  /// What is written by a step that has read `found`, if it writes.
  [[nodiscard]] std::optional<value> written(value found, unsigned outcome) const {
    if (does == action::write) return operand & mask;
    if (does != action::update) return std::nullopt;
    switch (how) {
      case change::exchange: return operand & mask;
      case change::add: return (found + operand) & mask;
      case change::subtract: return (found - operand) & mask;
      case change::set_bits: return (found | operand) & mask;
      case change::keep_bits: return found & operand & mask;
      case change::clear_bits: return (found & operand) != 0 ? std::optional(found & ~operand) : std::nullopt;
      case change::clear_one: return found != 0 ? std::optional(found & ~bit_of(found, outcome)) : std::nullopt;
      case change::raise: return found < operand ? std::optional(operand) : std::nullopt;
      case change::compare_exchange: break;
    }
    return found == expected && outcome == 0 ? std::optional(operand & mask) : std::nullopt;
  }

  friend bool operator==(const label&, const label&) = default;

 private:
  /// Of the bits that are set, number `n`.
  static value bit_of(value bits, unsigned n) {
    for (; n != 0; --n) bits &= bits - 1;
    return bits & -bits;
  }
};

inline bool acquires(std::memory_order o) {
  return o == std::memory_order_acquire || o == std::memory_order_consume || o == std::memory_order_acq_rel ||
         o == std::memory_order_seq_cst;
}
inline bool releases(std::memory_order o) {
  return o == std::memory_order_release || o == std::memory_order_acq_rel || o == std::memory_order_seq_cst;
}

}  // namespace weir::verify::execution

#endif
