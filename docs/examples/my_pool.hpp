// SPDX-License-Identifier: Apache-2.0
#ifndef DOCS_EXAMPLES_MY_POOL_HPP
#define DOCS_EXAMPLES_MY_POOL_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>

/// A policy of one's own: one submitter at a time waits for room.
struct one_waits {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting == 0; }
  };
};

/// The pool, but for its platform: that is what the checkers choose. A queue of one place, so that it is often full.
template <class P>
using my_pool = weir::pool<weir::queue::bounded<1>, one_waits, P>;

#endif
