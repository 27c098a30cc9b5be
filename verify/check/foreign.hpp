// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_FOREIGN_HPP
#define WEIR_VERIFY_CHECK_FOREIGN_HPP

#include <weir/verify/check/world.hpp>

#include <dlfcn.h>

#include <cstdint>

namespace weir::verify::checked {

/// Ends the execution if the code at `pc` is of a library: its memory accesses are not seen, and no verdict on what its threads do would be worth
/// anything.
inline void refuse_foreign(std::uintptr_t pc, const char* does) {
  if (the_world->globals.of_program(pc)) return;
  Dl_info found{};
  const bool known = ::dladdr(reinterpret_cast<void*>(pc), &found) != 0 && found.dli_fname != nullptr;
  the_execution->fail(failure::kind::refused, 0,
                      "the library %s %s, and is not compiled with -fsanitize=thread: link it statically, so compiled",
                      known ? found.dli_fname : "at an unknown place", does);
}

}  // namespace weir::verify::checked

#endif
