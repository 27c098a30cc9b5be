// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LABEL_HPP
#define WEIR_VERIFY_GRAPHS_LABEL_HPP

#include <weir/platform/order.hpp>
#include <weir/verify/graphs/view.hpp>

#include <cstdint>
#include <optional>

namespace weir::verify::execution {

using value = std::uint64_t;
using location = std::uint32_t;

/// `join` is a step with no effect of its own: it begins a thread, or ends it, or waits for one, and follows another event.
enum class action : std::uint8_t { read, write, update, fence, join };

/// What an update writes, given what it has read.
enum class change : std::uint8_t { exchange, add, subtract, set_bits, keep_bits, compare_exchange };

/// One step of a thread, as its program asks for it: what it does, where, in which order, before it is known what it reads.
struct label {
  action does = action::fence;
  std::memory_order order = std::memory_order_seq_cst;
  location at = 0;

  value operand = 0;                            ///< what a write writes; of an update, the second operand
  change how = change::exchange;                ///< of an update
  value expected = 0;                           ///< of a compare_exchange
  std::memory_order failure = std::memory_order_relaxed;  ///< of a compare_exchange that finds another value

  value mask = ~value{0};  ///< the bits that the location has: what is written is cut to them
  bool waits = false;      ///< of a compare_exchange: the thread has no next step while it has found another value
  event_id after{};        ///< of a join: the event that it follows, or none

  [[nodiscard]] bool reads() const { return does == action::read || does == action::update; }
  [[nodiscard]] bool accesses() const { return does != action::fence && does != action::join; }

  /// What is written by a step that has read `found`, if it writes.
  [[nodiscard]] std::optional<value> written(value found) const {
    if (does == action::write) return operand & mask;
    if (does != action::update) return std::nullopt;
    switch (how) {
      case change::exchange: return operand & mask;
      case change::add: return (found + operand) & mask;
      case change::subtract: return (found - operand) & mask;
      case change::set_bits: return (found | operand) & mask;
      case change::keep_bits: return found & operand & mask;
      case change::compare_exchange: break;
    }
    return found == expected ? std::optional(operand & mask) : std::nullopt;
  }

  friend bool operator==(const label&, const label&) = default;
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
