// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_UNROLLED_CONTEXT_HPP
#define WEIR_ALGORITHM_UNROLLED_CONTEXT_HPP

#include <weir/algorithm/fork_context.hpp>

#include <type_traits>

namespace weir::engine {

inline constexpr int unrolled_levels = 3;

/// A fork_context as it is passed to callables a number of levels below a fork of a thread that may_unroll(). On these levels invoke() calls its
/// callables in order, and keeps and counts nothing; below the last one the fork_context itself is passed again.
///
/// A callable that takes an `auto&` becomes a function for each level, and the compiler can put these into each other: so a recursion is unrolled
/// (Rugina and Rinard, Recursion Unrolling for Divide and Conquer Programs, LCPC 2000). To one that takes a fork_context& each level is one.
///
/// Every fork_context is an object of the last level, so a reference to one can be taken for each.
template <class Pool, int level = unrolled_levels>
class unrolled_context : public std::conditional_t<level == 1, fork_context<Pool>, unrolled_context<Pool, level - 1>> {
  using above = std::conditional_t<level == 1, fork_context<Pool>, unrolled_context<Pool, level - 1>>;

 public:
  using above::above;

  [[nodiscard]] auto& below() noexcept {
    if constexpr (level == unrolled_levels)
      return static_cast<fork_context<Pool>&>(*this);
    else
      return static_cast<unrolled_context<Pool, level + 1>&>(*this);
  }
};

template <class Pool>
[[nodiscard]] unrolled_context<Pool, 1>& first_unrolled(fork_context<Pool>& here) noexcept {
  return static_cast<unrolled_context<Pool, 1>&>(here);
}

/// The second half of a fork, `G` taking a fork_context&. A `G` that has before_promotion() is told, on the forking thread, that other threads may take it.
template <class Pool, class G>
class forked : public fork_job<Pool> {
 public:
  explicit forked(G& g) noexcept : fork_job<Pool>(&run_elsewhere), g_(g) {}

 private:
  static void run_elsewhere(fork_job<Pool>& j, fork_session<Pool>* s) {
    G& g = static_cast<forked&>(j).g_;
    if (s != nullptr) {
      unrolled_context<Pool> there(*s, j);
      g(static_cast<fork_context<Pool>&>(there));
    } else if constexpr (requires { g.before_promotion(); }) {
      g.before_promotion();
    }
  }

  G& g_;
};

template <class Where>
inline constexpr bool is_fork_context = requires(Where& where) { []<class Pool>(fork_context<Pool>&) {}(where); };

/// Calls `use` with a context for `where`: a new one if that is a pool, itself if it is a context.
template <class Where, class Use>
decltype(auto) with_context(Where& where, Use&& use) {
  if constexpr (is_fork_context<Where>) {
    return [&]<class Pool>(fork_context<Pool>& here) -> decltype(auto) { return use(here); }(where);
  } else {
    unrolled_context<Where> here(where);
    return use(static_cast<fork_context<Where>&>(here));
  }
}

}  // namespace weir::engine

#endif
