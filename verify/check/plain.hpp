// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_PLAIN_HPP
#define WEIR_VERIFY_CHECK_PLAIN_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/notes.hpp>
#include <weir/verify/check/operations.hpp>
#include <weir/verify/check/races.hpp>
#include <weir/verify/check/region.hpp>
#include <weir/verify/check/world.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::verify::checked {

/// Whether this is a variable of the program, or in its heap or on its stacks: the same place in each execution. What the C library has allocated for
/// itself, and shows, as readdir does, is not.
inline bool is_in_same_place(std::uintptr_t a) {
  const variables::range own = the_world->globals.program();
  return a - region_begin < region_end - region_begin || a - own.begin < own.end - own.begin;
}

/// The program's code at `pc` reads or writes memory that is no atomic.
inline void plain(const volatile void* p, std::size_t size, access_kind kind, std::uintptr_t pc) {
  if (size == 0 || !under_check() || the_execution->locals.is_exchanged(address(p))) return;
  inside here;
  execution& e = *the_execution;
  if (!e.racy.has(pc)) return touch(e, address(p), size, kind, pc);
  if (!is_in_same_place(address(p))) return touch(e, address(p), size, kind, pc, as_if_atomic);
  before_step(e, address(p));
  touch(e, address(p), size, kind, pc, as_if_atomic);
  e.did(address(p) ^ 7);
  if (e.recording && (address(p) & ~std::uintptr_t{7}) != e.watched) note_access(e, address(p) & ~std::uintptr_t{7}, (kind & 1) != 0, pc);
}

}  // namespace weir::verify::checked

#endif
