// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LOCATION_HPP
#define WEIR_VERIFY_CHECK_LOCATION_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/value.hpp>

#include <cstdint>

namespace weir::verify::checked {

/// One value that an atomic had.
struct stored {
  value held;
  std::uint8_t thread;
  bool releases;  ///< a load that acquires learns `published`
  std::uint32_t epoch;
  std::uint32_t ordered;  ///< the first sequentially consistent step on it: its store, or a load that read it; 0: none
  int step;  ///< in the history
  unsigned readers;  ///< threads below this number may have read it
  std::uint32_t read_at[max_threads];  ///< the first time that each of them did, or 0
  knowledge published;

  /// Thread `t` has read it at its time `at`.
  void is_read(unsigned t, std::uint32_t at) {
    for (; readers <= t; ++readers) read_at[readers] = 0;
    if (read_at[t] == 0) read_at[t] = at;
  }
};

/// An atomic: the stores it may still be read from, the newest last.
struct location {
  static constexpr unsigned most = 8;
  std::uintptr_t at;
  std::uint32_t size;
  std::uint32_t count;  ///< stores so far
  location* next;  ///< another in the same word
  stored last[most];

  [[nodiscard]] stored& newest() { return last[(count - 1) % most]; }
  [[nodiscard]] stored& before(unsigned n) { return last[(count - 1 - n) % most]; }
  [[nodiscard]] unsigned known() const { return count < most ? count : most; }

  stored& push(execution& e, const value& v) {
    stored& s = last[count++ % most];
    s.held = v;
    s.thread = static_cast<std::uint8_t>(e.current);
    s.releases = false;
    s.epoch = e.epoch();
    s.ordered = 0;
    s.step = -1;
    s.readers = 0;
    return s;
  }
};

}  // namespace weir::verify::checked

#endif
