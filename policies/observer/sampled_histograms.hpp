// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_OBSERVER_SAMPLED_HISTOGRAMS_HPP
#define WEIR_POLICIES_OBSERVER_SAMPLED_HISTOGRAMS_HPP

#include <weir/policies/observer/histograms.hpp>

namespace weir::observer {

/// The same on another scale, as observer::histograms_by. `histograms_by<Bits, Octaves, N>` draws one task in N.
template <unsigned Bits, unsigned Octaves>
using sampled_histograms_by = histograms_by<Bits, Octaves, 16>;

/// observer::histograms of a sample: the run of one task in 16, and the wait of one in 16, each drawn at random, independent of the other. Go's
/// scheduler measures its own latencies so, of one goroutine in 8.
///
/// Guarantee:  quantiles are those of the sample; max() is the longest in it, and count() its size, about a sixteenth of all. Each turn of a coroutine
///             is drawn by itself.
/// Waiting:    as of observer::histograms.
/// Cost:       a random number at the post and one at the turn; of those that are drawn, that of observer::histograms. Callers that run tasks themselves
///             share a lock for each.
/// Not for:    rare and long tasks, of which each one counts.
/// Visibility: none of its own.
using sampled_histograms = sampled_histograms_by<5, 37>;

static_assert(observer_policy<sampled_histograms>);

}  // namespace weir::observer

#endif
