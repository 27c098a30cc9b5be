// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FORCED_UNWIND_HPP
#define WEIR_PLATFORM_FORCED_UNWIND_HPP

#include <exception>

namespace weir::platform {

/// To be called first in a handler `catch (...)` that keeps an exception: what pthread_exit and pthread_cancel unwind a thread with passes through,
/// and so does another language's exception. Neither can be kept, and the system ends the program if it is swallowed.
/// Not by `catch (abi::__forced_unwind&)`: that is given no object, which -fsanitize=null reports as a null reference.
inline void pass_on_forced_unwind() {
  if (std::current_exception() == nullptr) throw;
}

}  // namespace weir::platform

#endif
