// SPDX-License-Identifier: Apache-2.0
/// What a policy costs: pools that differ from `pool<>` in one policy only. `pool<>` enters as the peer, so each cell's ratio is the
/// policy's price. Policies that refuse or drop tasks are left out, because there every task must run.
#include <weir/policies/blocking/any.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/observer/late_starts.hpp>
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/panic/any.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

template <class... Policies>
using twin = enrol<weir_pool<weir::pool<Policies...>>, list_of<one_producer, ping_pong>>;
using queue_of_1024 = queue::bounded<1024>;

const twin<> base{"pool<>", "every policy as it comes"};

const twin<queue::mutex_fifo> mutex_fifo{"weir/mutex_fifo", "queue::mutex_fifo"};
const twin<queue::stealing> stealing{"weir/stealing", "queue::stealing"};
const twin<queue::priority<4>> priority{"weir/priority", "queue::priority<4>, all tasks on one level"};
const twin<queue_of_1024> bounded{"weir/bounded", "queue::bounded<1024>"};
const twin<queue::lockfree<1024>> lockfree{"weir/lockfree", "queue::lockfree<1024>"};

const twin<queue_of_1024, blocking::wait_at_most<64>> wait_at_most{"weir/bounded+wait_at_most", "with queue::bounded<1024>"};
const twin<queue_of_1024, blocking::caller_runs> caller_runs{"weir/bounded+caller_runs", "with queue::bounded<1024>"};
const twin<queue_of_1024, blocking::any> any_blocking{"weir/bounded+any", "blocking::any, with queue::bounded<1024>"};
const twin<queue_of_1024, blocking::overflow_spawn> overflow_spawn{"weir/bounded+overflow_spawn", "with queue::bounded<1024>"};

const twin<workers::fifo> fifo{"weir/fifo", "workers::fifo"};
const twin<workers::ring<64>> ring{"weir/ring", "workers::ring<64>"};
const twin<expiry::after_idle> after_idle{"weir/after_idle", "expiry::after_idle, 60 s"};
const twin<workers::ring<64>, expiry::after_idle> ring_that_shrinks{"weir/ring+after_idle",
                                                                    "workers::ring<64> and expiry::after_idle, 60 s"};
const twin<expiry::one_per_period> one_per_period{"weir/one_per_period", "expiry::one_per_period, 60 s"};
const twin<expiry::after_age> after_age{"weir/after_age", "expiry::after_age, 60 min"};
const twin<panic::ignore> ignore{"weir/ignore", "panic::ignore"};
const twin<panic::log_and_continue> log_and_continue{"weir/log_and_continue", "panic::log_and_continue"};
const twin<panic::rethrow_at_wait> rethrow_at_wait{"weir/rethrow_at_wait", "panic::rethrow_at_wait"};
const twin<panic::any> any{"weir/any", "panic::any"};
const twin<growth::prestart> prestart{"weir/prestart", "growth::prestart"};
const twin<growth::on_backlog<4>> on_backlog{"weir/on_backlog", "growth::on_backlog<4>"};
const twin<parking::park> park{"weir/park", "parking::park"};
const twin<parking::spin_then_park<1000>> spin_then_park{"weir/spin_then_park", "parking::spin_then_park<1000>"};
const twin<wake::exact> exact{"weir/exact", "wake::exact"};
const twin<observer::counters> counters{"weir/counters", "observer::counters"};
const twin<observer::trace> trace{"weir/trace", "observer::trace"};
const twin<observer::histograms> histograms{"weir/histograms", "observer::histograms"};
const twin<observer::sampled_histograms> sampled{"weir/sampled", "observer::sampled_histograms"};
const twin<observer::watchdog> watchdog{"weir/watchdog", "observer::watchdog"};
const twin<observer::late_starts> late_starts{"weir/late_starts", "observer::late_starts"};
const twin<observer::all_of<observer::counters, observer::histograms>> all_of{"weir/all_of", "observer::all_of<counters, histograms>"};

}  // namespace
}  // namespace weir::bench
