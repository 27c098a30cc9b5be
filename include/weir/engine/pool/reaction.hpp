// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_REACTION_HPP
#define WEIR_ENGINE_POOL_REACTION_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/options.hpp>

#include <cstddef>
#include <stdexcept>
#include <type_traits>

namespace weir::engine {

/// What a pool does with a post that finds it full: as its type says, or as its options have chosen.
template <class C>
class reaction {
 public:
  template <full_reaction R>
  using is = std::integral_constant<full_reaction, R>;

  /// Throws std::invalid_argument for a choice that this pool cannot follow.
  static void choose([[maybe_unused]] core<C>& pool, const options& o) {
    if constexpr (!C::chooses_reaction) {
      if (o.blocking || o.most_waiting)
        throw std::invalid_argument(
            "weir: options::blocking and options::most_waiting are for blocking::any; the blocking policy of this pool is in its type");
    } else {
      pool.blocking.choose(o);
      const full_reaction r = pool.blocking.chosen();
      if (r == full_reaction::drop_old && !C::template may<full_reaction::drop_old>)
        throw std::invalid_argument("weir: queue::none keeps no task that blocking_choice::discard_oldest could drop");
      if (r == full_reaction::run_here && !C::template may<full_reaction::run_here>)
        throw std::invalid_argument(
            "weir: blocking_choice::caller_runs would run a coroutine on the submitter's thread, where it cannot wait");
    }
  }

  /// Calls `f` with the reaction as a constant.
  template <class F>
  static auto call([[maybe_unused]] core<C>& pool, F f) {
    if constexpr (C::chooses_reaction) {
      switch (pool.blocking.chosen()) {
        case full_reaction::wait: return f(is<full_reaction::wait>());
        case full_reaction::run_here:
          if constexpr (C::template may<full_reaction::run_here>) return f(is<full_reaction::run_here>());
          break;
        case full_reaction::drop_new: return f(is<full_reaction::drop_new>());
        case full_reaction::drop_old:
          if constexpr (C::template may<full_reaction::drop_old>) return f(is<full_reaction::drop_old>());
          break;
        case full_reaction::overflow: return f(is<full_reaction::overflow>());
        case full_reaction::refuse: break;
      }
      return f(is<full_reaction::refuse>());
    } else {
      return f(is<C::blocking::when_full>());
    }
  }
  /// A submitter may wait here, if admits() says so.
  [[nodiscard]] static bool waits([[maybe_unused]] core<C>& pool) noexcept {
    if constexpr (C::chooses_reaction)
      return pool.blocking.chosen() == full_reaction::wait;
    else
      return C::can_wait;
  }
  /// One more may wait while so many do. Precondition: waits().
  [[nodiscard]] static bool admits([[maybe_unused]] core<C>& pool, std::size_t waiting) noexcept {
    if constexpr (C::chooses_reaction)
      return pool.blocking.chosen_admits(waiting);
    else
      return C::blocking::admits(waiting);
  }
};

}  // namespace weir::engine

#endif
