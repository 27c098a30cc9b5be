// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_CACHED_HPP
#define WEIR_PRESETS_CACHED_HPP

#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// A thread for every task, idle ones used again and dismissed after options::idle_after: Java's newCachedThreadPool. There is a limit,
/// the capacity, and who meets it waits; for none say `.capacity = std::numeric_limits<unsigned>::max()`. Further policies replace those
/// of the same axis.
template <class... Changes>
using cached = preset<queue::none, workers::lifo, blocking::wait, expiry::after_idle>::with<Changes...>;

}  // namespace weir::presets

#endif
