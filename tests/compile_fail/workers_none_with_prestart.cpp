// SPDX-License-Identifier: Apache-2.0
// expect: weir: workers::none lets a worker without work leave at once, so growth::prestart would start threads in vain; take workers::lifo or
// growth::on_demand; see docs/policies/workers\.md
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

weir::pool<weir::workers::none, weir::growth::prestart> p;
