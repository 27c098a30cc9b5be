// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PLACE_NOTE_HPP
#define WEIR_PLATFORM_PLACE_NOTE_HPP

#include <weir/platform/where.hpp>

#include <optional>
#include <utility>

namespace weir::platform {

/// Where the task was posted that a worker runs, if its post said so. The worker writes it, and other threads read it.
template <class P>
class place_note {
 public:
  place_note() = default;
  place_note(const place_note&) = delete;
  place_note& operator=(const place_note&) = delete;

  /// Returns what it was before.
  std::optional<where> exchange(std::optional<where> now) {
    typename P::unique_lock lock(mutex_);
    return std::exchange(place_.write(), now);
  }
  [[nodiscard]] std::optional<where> get() const {
    typename P::unique_lock lock(mutex_);
    return place_.read();
  }

 private:
  mutable typename P::mutex mutex_;
  typename P::template cell<std::optional<where>> place_;
};

}  // namespace weir::platform

#endif
