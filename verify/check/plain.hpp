// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_PLAIN_HPP
#define WEIR_VERIFY_CHECK_PLAIN_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/notes.hpp>
#include <weir/verify/check/operations.hpp>
#include <weir/verify/check/races.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::verify::checked {

/// The program's code at `pc` reads or writes memory that is no atomic.
inline void plain(const volatile void* p, std::size_t size, access_kind kind, std::uintptr_t pc) {
  if (size == 0 || !under_check() || the_execution->locals.is_exchanged(address(p))) return;
  inside here;
  execution& e = *the_execution;
  if (!e.racy.has(pc)) return touch(e, address(p), size, kind, pc);
  if (!e.memory.is_in_same_place(address(p))) return touch(e, address(p), size, kind, pc, as_if_atomic);
  before_step(e, address(p));
  touch(e, address(p), size, kind, pc, as_if_atomic);
  e.did(address(p) ^ 7);
  if (e.recording && (address(p) & ~std::uintptr_t{7}) != e.watched) note_access(e, address(p) & ~std::uintptr_t{7}, (kind & 1) != 0, pc);
}

}  // namespace weir::verify::checked

#endif
