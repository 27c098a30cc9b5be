// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_BOUNDED_HPP
#define WEIR_PRESETS_BOUNDED_HPP

#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/presets/preset.hpp>

#include <cstddef>

namespace weir::presets {

/// At most N tasks wait, further submitters block: when N wait, no worker is idle, and none can be started. Idle workers retire after
/// options::idle_after, down to options::min_workers. Java's ThreadPoolExecutor with an ArrayBlockingQueue, except that workers start for every
/// waiting task and not only when the queue is full. Further policies replace those of the same axis.
template <std::size_t N, class... Changes>
using bounded = typename preset<no_values, queue::bounded<N>, blocking::wait, expiry::after_idle>::template with<Changes...>;

}  // namespace weir::presets

#endif
