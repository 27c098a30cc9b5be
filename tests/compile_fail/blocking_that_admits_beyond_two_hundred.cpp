// SPDX-License-Identifier: Apache-2.0
// expect first: weir: BlockingPolicy: `admits\(n\)` must be false for every n above one for which it is false; see docs/concepts/blocking_policy\.md
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct blocking_that_admits_beyond_two_hundred {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting < 2 || waiting > 200; }
  };
};

weir::pool<weir::queue::bounded<8>, blocking_that_admits_beyond_two_hundred> p;
