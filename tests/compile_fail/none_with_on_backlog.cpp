// SPDX-License-Identifier: Apache-2.0
// expect: weir: queue::none has no backlog that growth::on_backlog could look at; take growth::on_demand, or a queue; see docs/policies/growth\.md
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

weir::pool<weir::queue::none, weir::growth::on_backlog<4>> p;
