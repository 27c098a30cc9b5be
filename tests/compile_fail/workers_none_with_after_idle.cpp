// SPDX-License-Identifier: Apache-2.0
// expect: weir: workers::none keeps no idle worker, so expiry::after_idle has nothing to do; take workers::lifo or expiry::never; see docs/policies/workers\.md
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::none, weir::expiry::after_idle> p;
