// SPDX-License-Identifier: Apache-2.0
// expect first: weir: AgentsPolicy must provide `static constexpr bool suspends`; see docs/concepts/agents_policy\.md
#include <weir/agents/threads.hpp>
#include <weir/pool.hpp>

struct agents_whose_suspends_is_a_function : weir::agents::threads {
  static constexpr bool suspends() { return false; }
};

weir::pool<agents_whose_suspends_is_a_function> p;
