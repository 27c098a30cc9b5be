// SPDX-License-Identifier: Apache-2.0
// expect first: weir: BlockingPolicy that waits: `admits\(0\)` must be true, or take full_reaction::refuse; see docs/concepts/blocking_policy\.md
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct blocking_that_admits_none {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting > 64; }
  };
};

weir::pool<weir::queue::bounded<8>, blocking_that_admits_none> p;
