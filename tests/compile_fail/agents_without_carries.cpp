// SPDX-License-Identifier: Apache-2.0
// expect: weir: AgentsPolicy must provide `template <class Task> static constexpr bool carries`; see docs/concepts/agents_policy\.md
#include <weir/pool.hpp>

struct agents_without_carries {
  using axis = weir::axes::agents;
  static constexpr bool suspends = false;
  static constexpr unsigned records_at_once = 1;
  template <class C>
  struct shared {};
  template <class C>
  struct agent {};
};

weir::pool<agents_without_carries> p;
