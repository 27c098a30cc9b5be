// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_ANTS_HPP
#define WEIR_PRESETS_ANTS_HPP

#include <weir/platform/durations.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

namespace weir::presets {

/// What ants has where its user gives nothing: DefaultAntsPoolSize, and DefaultCleanIntervalTime for an expiry of 0.
struct ants_values {
  [[nodiscard]] static options defaults() { return {.capacity = 2'147'483'647, .idle_after = std::chrono::seconds(1)}; }
};
using ants_policies = preset<ants_values, queue::none, workers::lifo, blocking::wait, expiry::after_idle, panic::log_and_continue>;

/// The pool of panjf2000/ants v2: no queue, a submitter gets a worker or waits for one, the most recently idle first, old ones retire.
/// Further policies replace those of the same axis: `presets::ants<blocking::wait_at_most<64>, expiry::never>`.
///
/// | ants                               | weir                                                                                    |
/// |------------------------------------|-----------------------------------------------------------------------------------------|
/// | NewPool(n)                         | presets::ants<> p{{.capacity = n}}                                                      |
/// | n <= 0, no limit                   | .capacity left out, or 0: 2 147 483 647, the size of ants' default pool                 |
/// | WithExpiryDuration(d)              | .idle_after = d; 1 s when left out. A worker retires at d, in ants between d and 2d (and up to 0.5 s early)  |
/// | WithExpiryDuration(0), which is 1 s | .idle_after left out; 0 s means what it says: a worker without a task retires at once  |
/// | WithPreAlloc(true)                 | presets::ants_prealloc<N>, in presets/ants_prealloc.hpp                                 |
/// | WithMaxBlockingTasks(n)            | blocking::wait_at_most<n>; 0, no limit, is blocking::wait, as when left out             |
/// | WithNonblocking(true)              | presets::ants_nonblocking<>, or blocking::reject                                        |
/// | WithPanicHandler(h)                | panic::call<H>                                                                          |
/// | WithLogger(l)                      | panic::call<H>; without it the message goes to standard error                           |
/// | WithDisablePurge(true)             | expiry::never                                                                           |
/// | Submit(f): nil                     | post(f) == post_result::accepted                                                        |
/// | ErrPoolOverload                    | post_result::full                                                                       |
/// | ErrPoolClosed                      | post_result::closed, also for waiting submitters                                         |
/// | ErrInvalidPoolExpiry               | std::invalid_argument from the constructor                                              |
/// | Submit(nil)                        | std::invalid_argument; in ants it ends a worker and reports success                     |
/// | Running()                          | stats().workers: alive, idle or not. stats().running are those with a task              |
/// | Free(), Waiting(), Cap()           | stats().capacity - stats().workers, stats().waiting, stats().capacity                   |
/// | Tune(n)                            | resize(0, n); waiting submitters get room and surplus idle workers retire at once; in ants these stay until they expire |
/// | Release()                          | shutdown()                                                                              |
/// | ReleaseTimeout(d), ReleaseContext  | shutdown() and join_for(d). From inside a task it throws; in ants it times out          |
/// | Reboot()                           | restart(), after join(); false if it did not restart                                    |
/// | IsClosed()                         | state() != run_state::open                                                              |
/// | PoolWithFunc, its Generic          | presets::ants_with_func, a weir::function_pool                                          |
/// | MultiPool(n, size, RoundRobin)     | weir::multi_pool<presets::ants<>, balance::round_robin> p(n, {.capacity = size}); or balance::least_loaded, which counts tasks and not workers |
/// | MultiPoolWithFunc                  | the same, and post([f, arg] { f(arg); })                                                |
/// | RunningByIndex(i)                  | p[i].stats(); there is no i beyond p.size()                                             |
/// | ants.Submit, the default pool      | weir::go<presets::ants<>>(f); it starts no thread before the first call                 |
/// | a goroutine in each worker         | presets::ants_light<>, in presets/ants_light.hpp: waiting tasks hold no thread          |
///
/// Different on purpose. A worker survives a task that throws; in ants it ends, and a new one costs a new thread. The capacity is
/// strict and no wake-up is lost (ants #336, #374; docs/features.md). Waiting submitters are served in the order of arrival. A post
/// from inside a task of a full pool is answered `full`; in ants it deadlocks. No thread polls: an idle pool uses no processor time,
/// and idle time is measured exactly.
template <class... Changes>
using ants = ants_policies::with<Changes...>;

/// ants with WithNonblocking(true): a post is answered `full` at once when no worker is idle and none can be started.
template <class... Changes>
using ants_nonblocking = ants<blocking::reject, Changes...>;

}  // namespace weir::presets

#endif
