// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_FORCED_UNWIND_HPP
#define WEIR_PLATFORM_FORCED_UNWIND_HPP

#include <exception>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif
#if defined(_LIBCPPABI_VERSION) && defined(__GLIBC__)
#include <unwind.h>

#include <cstddef>

extern "C" void** __cxa_get_globals() noexcept;  // the Itanium ABI's: the first word points to the header of the exception caught last
#endif

namespace weir::platform {

/// Throws on what is being caught, also the unwinding of pthread_exit and pthread_cancel.
///
/// `throw;` is that, but with glibc and LLVM's libc++abi it ends the program: libc++abi raises all exceptions of others anew, and
/// a forced unwinding can only be resumed. The unwinder's object is at the end of the header, which has no public declaration.
[[noreturn]] inline void rethrow() {
#if defined(_LIBCPPABI_VERSION) && defined(__GLIBC__)
  if (std::current_exception() != nullptr) throw;
  void** const caught = __cxa_get_globals();
  char* const header = static_cast<char*>(*caught);
  *caught = nullptr;  // the end of the handler then leaves the object alone
  std::ptrdiff_t header_size = 0;
  try {
    throw header_size;
  } catch (const std::ptrdiff_t& thrown) {  // an object follows its header
    header_size = reinterpret_cast<const char*>(&thrown) - static_cast<const char*>(*caught);
  }
  ::_Unwind_Resume_or_Rethrow(reinterpret_cast<_Unwind_Exception*>(header + header_size) - 1);
  std::terminate();
#else
  throw;
#endif
}

/// Called first in a `catch (...)` that keeps the exception: rethrows the unwinding of pthread_exit and pthread_cancel, and exceptions of
/// other languages. These cannot be kept, and the system ends the program if they are swallowed. `catch (abi::__forced_unwind&)` would
/// be given no object, which -fsanitize=null reports as a null reference.
inline void pass_on_forced_unwind() {
  if (std::current_exception() == nullptr) rethrow();
}

}  // namespace weir::platform

#endif
