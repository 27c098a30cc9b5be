// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_ANTS_PREALLOC_HPP
#define WEIR_PRESETS_ANTS_PREALLOC_HPP

#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

template <unsigned N>
using ants_prealloc_policies =
    preset<ants_values, queue::none, workers::ring<N>, blocking::wait, expiry::after_idle, panic::log_and_continue>;

/// panjf2000/ants with WithPreAlloc(true): idle workers are kept in a ring of N places, allocated with the pool. The rest is as in
/// presets/ants.hpp.
///
/// | ants                       | weir                                                                                     |
/// |----------------------------|------------------------------------------------------------------------------------------|
/// | WithPreAlloc(true), size N | presets::ants_prealloc<N> p; the capacity is N when left out                             |
/// | ErrInvalidPreAllocSize     | std::invalid_argument when the capacity is above N                                       |
/// | Tune, ignored              | resize works, up to N workers                                                            |
/// | WithExpiryDuration(d)      | .idle_after = d; see below                                                               |
/// | WithDisablePurge(true)     | expiry::never                                                                            |
///
/// In both, a steady load keeps every worker recently used: the pool shrinks when fewer tasks come in `idle_after` than it has idle workers.
/// For a pool that also shrinks under a steady load use presets::ants: its idle workers are linked through the workers themselves, so it allocates
/// nothing for them either.
template <unsigned N, class... Changes>
using ants_prealloc = typename ants_prealloc_policies<N>::template with<Changes...>;

}  // namespace weir::presets

#endif
