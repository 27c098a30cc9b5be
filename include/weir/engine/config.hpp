// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_CONFIG_HPP
#define WEIR_ENGINE_CONFIG_HPP

#include <weir/concepts/compatibility.hpp>
#include <weir/task.hpp>

namespace weir::engine {

/// The policies of one pool, each bound to its platform, and what follows from them.
template <class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class Parking, class Observer, class Platform>
struct config {
  using platform = Platform;
  using queue = typename Queue::template on<Platform, task>;
  using workers = typename Workers::template on<Platform>;
  using blocking = typename Blocking::template on<Platform>;
  using expiry = typename Expiry::template on<Platform>;
  using panic = typename Panic::template on<Platform>;
  using growth = typename Growth::template on<Platform>;
  using parking = typename Parking::template on<Platform>;
  using observer = typename Observer::template on<Platform>;

  static constexpr bool hands_over = hand_over_queue<queue>;
  static constexpr bool can_be_full = weir::can_be_full<Queue>;
  static constexpr bool can_wait = can_be_full && blocking::when_full == full_reaction::wait;
};

}  // namespace weir::engine

#endif
