// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_ONE_IN_HPP
#define WEIR_PLATFORM_ONE_IN_HPP

namespace weir::platform {

/// True for one call in N, at random. P::one_in decides; on a platform without it every call is true.
template <unsigned N, class P>
[[nodiscard]] bool one_in() noexcept {
  static_assert(N != 0, "weir: one in none is nothing: measure one in 1, which is all, or fewer");
  if constexpr (N != 1 && requires { P::one_in(N); }) {
    static_assert(noexcept(P::one_in(N)),
                  "weir: PlatformPolicy: `static bool one_in(unsigned)` must be noexcept; see docs/concepts/platform_policy.md");
    return P::one_in(N);
  } else {
    return true;
  }
}

}  // namespace weir::platform

#endif
