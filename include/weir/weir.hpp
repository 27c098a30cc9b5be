// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WEIR_HPP
#define WEIR_WEIR_HPP

/// Everything at once, for trying things out. Programs that care for their compile time include what they use.
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>
#include <weir/version.hpp>

#endif
