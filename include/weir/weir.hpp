// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WEIR_HPP
#define WEIR_WEIR_HPP

/// Most public headers at once, for trying things out; without the presets, asio.hpp, scheduler.hpp and std_future.hpp. Programs that care for
/// their compile time include what they use.
#include <weir/abandoned.hpp>
#include <weir/any_pool.hpp>
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/context.hpp>
#include <weir/from_here.hpp>
#include <weir/function_pool.hpp>
#include <weir/go.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/parking/adaptive.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/wake/chain.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>
#include <weir/registry.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>
#include <weir/version.hpp>

#endif
