// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_VIEW_HPP
#define WEIR_VERIFY_GRAPHS_VIEW_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace weir::verify::execution {

inline constexpr unsigned max_threads = 24;

/// Names an event: the n-th of its thread, or the initial value of a location, which precedes every event.
struct event_id {
  static constexpr std::uint16_t initial = 0xffff;

  std::uint16_t thread = initial;
  std::uint16_t index = 0;

  [[nodiscard]] bool is_initial() const { return thread == initial; }
  friend bool operator==(const event_id&, const event_id&) = default;
};

/// A set of events that is closed under program order: for each thread, how many of its events belong to it.
class view {
 public:
  [[nodiscard]] bool has(event_id e) const { return e.is_initial() || e.index < counts_[e.thread]; }
  [[nodiscard]] std::size_t count(unsigned thread) const { return counts_[thread]; }

  void add(event_id e) { counts_[e.thread] = std::max<std::uint16_t>(counts_[e.thread], e.index + 1); }
  void add(const view& other) {
    for (unsigned t = 0; t != max_threads; ++t) counts_[t] = std::max(counts_[t], other.counts_[t]);
  }

 private:
  std::array<std::uint16_t, max_threads> counts_{};
};

}  // namespace weir::verify::execution

#endif
