// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_HOME_PROCESS_HPP
#define WEIR_ENGINE_POOL_HOME_PROCESS_HPP

namespace weir::engine {

/// The process in which a pool was made, and its threads are. Platforms whose processes do not fork have no mark, and nothing is checked.
template <class P>
struct home_process {
  [[nodiscard]] static constexpr bool is_here() noexcept { return true; }
  static constexpr void check() noexcept {}
};
template <class P>
  requires requires { typename P::process_mark; }
struct home_process<P> : P::process_mark {};

}  // namespace weir::engine

#endif
