// SPDX-License-Identifier: Apache-2.0
// expect: weir: this pool's queue takes no weir::level or weir::key; take queue::priority<Levels> or queue::keyed; see docs/policies/queue\.md
#include <weir/pool.hpp>

weir::pool<> p;
const auto answer = p.post([] {}, weir::level{1});
