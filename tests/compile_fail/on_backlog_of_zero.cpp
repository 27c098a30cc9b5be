// SPDX-License-Identifier: Apache-2.0
// expect: weir::growth::on_backlog<Threshold>: Threshold must be at least 1; 1 is growth::on_demand
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/pool.hpp>

weir::pool<weir::growth::on_backlog<0>> p;
