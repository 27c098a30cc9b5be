// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_FOREIGN_HPP
#define WEIR_VERIFY_CHECK_FOREIGN_HPP

#include <weir/verify/check/world.hpp>

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace weir::verify::checked {

/// The library that has this code, by its path; nothing if it is the program itself or the C++ library, whose threads come through pthread_create.
inline const char* foreign_library(std::uintptr_t pc) {
  const variables::range program = the_world->globals.program();
  Dl_info found{};
  Dl_info own{};
  if (::dladdr(reinterpret_cast<void*>(pc), &found) == 0 || found.dli_fname == nullptr) return nullptr;
  if (::dladdr(reinterpret_cast<void*>(program.begin), &own) != 0 && own.dli_fbase == found.dli_fbase) return nullptr;
  return std::strstr(found.dli_fname, "libstdc++") != nullptr ? nullptr : found.dli_fname;
}

/// Ends the execution if the code at `pc` is of a library: its memory accesses are not seen, and no verdict on what its threads do would be worth
/// anything.
inline void refuse_foreign(std::uintptr_t pc, const char* does) {
  const char* const library = foreign_library(pc);
  if (library == nullptr) return;
  the_execution->fail(failure::kind::refused, 0,
                      "the library %s %s, and is not compiled with -fsanitize=thread: link it statically, so compiled", library, does);
}

}  // namespace weir::verify::checked

#endif
