// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_BLOCKING_STORAGE_DISCARDING_HPP
#define WEIR_POLICIES_BLOCKING_STORAGE_DISCARDING_HPP

#include <weir/concepts/blocking_policy.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace weir::blocking {

/// Destroys its argument.
struct forget {
  template <class T>
  void operator()(T&&) const noexcept {}
};

/// The common part of discard_newest and discard_oldest: passes a dropped task to `Discard`.
template <full_reaction Reaction, class Discard>
struct discarding {
  static_assert(std::is_default_constructible_v<Discard>,
                "weir: blocking::discard_newest_to<Discard> and discard_oldest_to<Discard> need a Discard with `Discard()` and "
                "`void operator()(weir::task)`; see docs/policies/blocking.md");
  using axis = axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr full_reaction when_full = Reaction;
    static constexpr bool admits(std::size_t) noexcept { return false; }

    template <class T>
      requires std::invocable<Discard&, T>
    void discard(T&& dropped) {
      discard_(std::forward<T>(dropped));
    }

   private:
    [[no_unique_address]] Discard discard_;
  };
};

}  // namespace weir::blocking

#endif
