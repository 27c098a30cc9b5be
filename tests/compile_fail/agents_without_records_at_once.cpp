// SPDX-License-Identifier: Apache-2.0
// expect: weir: AgentsPolicy must provide `static constexpr unsigned records_at_once`, at least 1; see docs/concepts/agents_policy\.md
#include <weir/pool.hpp>

struct agents_without_records_at_once {
  using axis = weir::axes::agents;
  static constexpr bool suspends = false;
  template <class Task>
  static constexpr bool carries = false;
  template <class C>
  struct shared {};
  template <class C>
  struct agent {};
};

weir::pool<agents_without_records_at_once> p;
