// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_HPP
#define WEIR_VERIFY_CHECK_ENTRY_HPP

#include <weir/verify/check/execution.hpp>

#include <dlfcn.h>

#include <cstdint>

namespace weir::verify::checked {

/// Whether code of the program under check runs: then a call is a step of it. All other calls are the checker's own, or come before and after.
inline bool under_check() { return the_execution != nullptr && the_execution->user; }

/// From here to the end of the scope the checker runs.
class inside {
 public:
  inside() { the_execution->user = false; }
  inside(const inside&) = delete;
  inside& operator=(const inside&) = delete;
  ~inside() { the_execution->user = true; }
};

/// From here to the end of the scope the program runs, called by the checker.
class outside {
 public:
  outside() { the_execution->user = true; }
  outside(const outside&) = delete;
  outside& operator=(const outside&) = delete;
  ~outside() { the_execution->user = false; }
};

/// The C library's function of that name, behind ours.
template <class Function>
Function* behind(Function* ours, const char* name) {
  auto* const found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
  return found == ours ? nullptr : found;
}

/// Where an entry was called from.
[[gnu::always_inline]] inline std::uintptr_t caller() { return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1; }

}  // namespace weir::verify::checked

#endif
