// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_FIXED_HPP
#define WEIR_PRESETS_FIXED_HPP

#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// A fixed number of workers, started with the pool, and an unbounded queue: BS::thread_pool, Java's newFixedThreadPool, boost::asio::thread_pool.
/// Further policies replace those of the same axis.
template <class... Changes>
using fixed = preset<no_values, queue::unbounded, expiry::never, growth::prestart>::with<Changes...>;

}  // namespace weir::presets

#endif
