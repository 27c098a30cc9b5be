// SPDX-License-Identifier: Apache-2.0
// expect: weir::blocking::wait_at_most<N>: N must be at least 1; blocking::reject lets no caller wait
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::bounded<8>, weir::blocking::wait_at_most<0>> p;
