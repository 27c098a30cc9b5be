// SPDX-License-Identifier: Apache-2.0
// expect: weir: post_for and post_until need a blocking policy that can wait; take blocking::wait or blocking::wait_at_most<N>; see docs/policies/blocking\.md
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::bounded<8>, weir::blocking::caller_runs> p;
const auto answer = p.post_until({}, [] {});
