// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LIFETIME_HPP
#define WEIR_VERIFY_CHECK_LIFETIME_HPP

#include <weir/verify/check/object.hpp>
#include <weir/verify/check/races.hpp>

#include <cstddef>
#include <cstdint>

// The beginning and the end of memory. Of a large part of the region only the words that an execution has touched are looked at.

namespace weir::verify::checked {

inline bool is_large(std::uintptr_t a, std::size_t size) { return size > (std::size_t{1} << 16) && shadow::is_in_region(a); }

[[gnu::noinline]] inline void make_region_new(execution& e, std::uintptr_t a, std::size_t size) {
  e.memory.each_touched(a, size, e.number, [](std::uintptr_t, word& w) { w.execution = 0; });
  e.ended_parts.remove(a, a + size);
}
/// That what lies here is new: accesses before this moment are of something else.
inline void make_new(execution& e, std::uintptr_t a, std::size_t size) {
  if (is_large(a, size)) return make_region_new(e, a, size);
  for (std::uintptr_t at = a & ~std::uintptr_t{7}; at < a + size; at += 8) e.memory.of(at).execution = 0;
}

/// That the running thread writes all of this.
[[gnu::noinline]] inline void write_region(execution& e, std::uintptr_t a, std::size_t size, std::uintptr_t pc) {
  e.memory.each_touched(a, size, e.number, [&](std::uintptr_t at, word&) { touch(e, at, 8, plain_write, pc); });
}

/// Some of it may be at its end already.
[[gnu::noinline]] inline void end_region(execution& e, std::uintptr_t a, std::size_t size, std::uintptr_t pc) {
  const record ended{e.epoch(), static_cast<std::uint8_t>(e.current), 0xff, freed, 0};
  if (e.recording && e.watched - a < size) word_at(e, e.watched);  // which makes it one of those that are looked at
  e.memory.each_touched(a, size, e.number, [&](std::uintptr_t at, word& w) {
    if ((w.first[0].kind & freed) != 0) return;
    touch(e, at, 8, plain_write, pc);
    the_objects->erase(e, at);
    w = {e.number, 0, {ended}};
  });
  e.ended_parts.remove(a, a + size);
  e.ended_parts.add(a, a + size, ended);
}
/// That the running thread gives back what lies here, which is as a write to it. Whatever touches it afterwards is reported.
inline void end_memory(execution& e, std::uintptr_t a, std::size_t size, std::uintptr_t pc) {
  size = (size + 7) / 8 * 8;
  if (is_large(a, size)) return end_region(e, a, size, pc);
  touch(e, a, size, plain_write, pc);
  if (the_objects->any(e))
    for (std::size_t i = 0; i < size; i += 8) the_objects->erase(e, a + i);
  const record ended{e.epoch(), static_cast<std::uint8_t>(e.current), 0xff, freed, 0};
  for (std::size_t i = 0; i < size; i += 8) word_at(e, a + i) = {e.number, 0, {ended}};
}

}  // namespace weir::verify::checked

#endif
