// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FORCED_UNWIND_HPP
#define WEIR_PLATFORM_FORCED_UNWIND_HPP

#include <exception>

namespace weir::platform {

/// Called first in a `catch (...)` that keeps the exception: rethrows the unwinding of pthread_exit and pthread_cancel, and exceptions of
/// other languages. These cannot be kept, and the system ends the program if they are swallowed. `catch (abi::__forced_unwind&)` would
/// be given no object, which -fsanitize=null reports as a null reference.
inline void pass_on_forced_unwind() {
  if (std::current_exception() == nullptr) throw;
}

}  // namespace weir::platform

#endif
