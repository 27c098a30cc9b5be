// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_CACHED_HPP
#define WEIR_PRESETS_CACHED_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

#include <limits>

namespace weir::presets {

/// What Java's newCachedThreadPool has: no limit, and 60 s.
struct cached_values {
  [[nodiscard]] static options defaults() {
    return {.capacity = std::numeric_limits<unsigned>::max(), .idle_after = std::chrono::seconds(60)};
  }
};
using cached_policies = preset<cached_values, queue::none, workers::lifo, blocking::wait, expiry::after_idle>;

/// A thread for every task; idle ones are reused, and retire after options::idle_after: Java's newCachedThreadPool. Without a capacity
/// there is no limit, except with growth::prestart, where it is weir::processors() as elsewhere. With a capacity, submitters wait for a
/// worker. Further policies replace those of the same axis.
template <class... Changes>
using cached = cached_policies::with<Changes...>;

}  // namespace weir::presets

#endif
