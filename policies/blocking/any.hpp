// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_ANY_HPP
#define WEIR_POLICIES_BLOCKING_ANY_HPP

#include <weir/concepts/blocking_choice.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/policies/blocking/storage/discarding.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace weir::blocking {

/// What the pool does when it follows the policy of that name.
constexpr full_reaction reaction_of(blocking_choice c) noexcept {
  switch (c) {
    case blocking_choice::wait: return full_reaction::wait;
    case blocking_choice::reject: return full_reaction::refuse;
    case blocking_choice::caller_runs: return full_reaction::run_here;
    case blocking_choice::discard_newest: return full_reaction::drop_new;
    case blocking_choice::discard_oldest: return full_reaction::drop_old;
    case blocking_choice::overflow_spawn: return full_reaction::overflow;
  }
  return full_reaction::refuse;
}

/// options::blocking says which shipped policy the pool follows; `Otherwise` if it says nothing. If it waits, options::most_waiting says how many
/// submitters may. Dropped tasks go to the pool's `Discard{}`.
///
/// Guarantee:  that of the chosen policy, for the life of the pool. post_for and post_until compile; with a choice that does not wait they do as post.
/// Cost:       that of blocking::wait whatever the choice, and a switch for each post that finds the pool full.
/// Not for:    a choice that is known when the program is compiled: take that policy. A queue that is never full: the pair is refused.
/// Visibility: that of the chosen policy.
template <blocking_choice Otherwise, class Discard = forget>
struct any_by {
  using axis = axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr full_reaction when_full = reaction_of(Otherwise);
    static constexpr bool admits(std::size_t) noexcept { return when_full == full_reaction::wait; }

    /// Called once, before the pool has workers.
    template <class Options>
    void choose(const Options& o) {
      const rule r{reaction_of(o.blocking.value_or(Otherwise)), o.most_waiting.value_or(std::numeric_limits<std::size_t>::max())};
      if (r.most_waiting == 0)
        throw std::invalid_argument("weir: options::most_waiting must be at least 1; blocking_choice::reject lets no caller wait");
      if (o.most_waiting && r.reaction != full_reaction::wait)
        throw std::invalid_argument("weir: options::most_waiting is for blocking_choice::wait; nobody waits with another choice");
      rule_.write() = r;
    }
    [[nodiscard]] full_reaction chosen() const noexcept { return rule_.read().reaction; }
    [[nodiscard]] bool chosen_admits(std::size_t waiting) const noexcept { return waiting < rule_.read().most_waiting; }

    template <class T>
      requires std::invocable<Discard&, T>
    void discard(T&& dropped) {
      discard_(std::forward<T>(dropped));
    }

   private:
    struct rule {
      full_reaction reaction = when_full;
      std::size_t most_waiting = std::numeric_limits<std::size_t>::max();
    };
    typename P::template cell<rule> rule_;
    [[no_unique_address]] Discard discard_;
  };
};

/// Without a choice in the options it is blocking::wait.
using any = any_by<blocking_choice::wait>;

static_assert(blocking_policy<any>);

}  // namespace weir::blocking

#endif
