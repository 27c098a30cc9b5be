// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_NOTES_HPP
#define WEIR_VERIFY_CHECK_NOTES_HPP

#include <weir/verify/check/execution.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace weir::verify::checked {

/// Keeps a step of the running thread in the history, if there is one.
inline checker::step* note(execution& e, deed d, const char* kind, std::uintptr_t object, std::uintptr_t pc, std::string what) {
  e.place = pc;
  if (!e.recording) return nullptr;
  checker::step& s = e.past.add(static_cast<int>(e.current), d, kind, object, std::move(what), e.calls(pc));
  s.woken_by = std::exchange(e.self().woken_by, -1);
  return &s;
}

inline void note_access(execution& e, std::uintptr_t at, bool writes, std::uintptr_t pc) {
  note(e, writes ? deed::write : deed::read, "d", at, pc, writes ? "is written" : "is read");
}

}  // namespace weir::verify::checked

#endif
