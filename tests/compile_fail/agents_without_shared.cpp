// SPDX-License-Identifier: Apache-2.0
// expect: weir: AgentsPolicy must provide `template <class C> class shared`; see docs/concepts/agents_policy\.md
#include <weir/pool.hpp>

struct agents_without_shared {
  using axis = weir::axes::agents;
  static constexpr bool suspends = false;
  static constexpr unsigned records_at_once = 1;
  template <class Task>
  static constexpr bool carries = false;
  template <class C>
  struct agent {};
};

weir::pool<agents_without_shared> p;
