// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_MOMENT_HPP
#define WEIR_VERIFY_SUPPORT_MOMENT_HPP

#include <cstddef>

namespace weir::verify {

/// A moment of a thread. Others may ask whether it happens before what they do: which step the scheduler has let go first says nothing of that.
struct moment {
  unsigned thread = 0;
  std::size_t number = 0;
};

/// Now, in the current thread of a checking platform, which has the hook `static moment this_moment()`. It is no step.
template <class P>
moment this_moment() {
  return P::this_moment();
}

/// Whether a moment that has been happens before what the current thread does next. The hook is `static bool is_past(moment)`.
template <class P>
bool is_past(moment m) {
  return P::is_past(m);
}

}  // namespace weir::verify

#endif
