// SPDX-License-Identifier: Apache-2.0
// expect: weir: blocking::caller_runs would run a coroutine on the submitter.s thread
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>

weir::light_pool<weir::queue::bounded<4>, weir::blocking::caller_runs> p;
