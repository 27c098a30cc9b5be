// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_PLAIN_HPP
#define WEIR_VERIFY_CHECK_ENTRY_PLAIN_HPP

#include <weir/verify/check/atomics.hpp>
#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/plain.hpp>

#include <cstddef>
#include <cstdint>

// What the compilers' instrumentation calls for plain memory and for functions.

#define WEIR_CHECK_PLAIN(name, size, kind) \
  void name(void* p) { weir::verify::checked::plain(p, size, weir::verify::checked::kind, weir::verify::checked::caller()); }
#define WEIR_CHECK_PLAIN_OF(size)                                            \
  WEIR_CHECK_PLAIN(__tsan_read##size, size, plain_read)                      \
  WEIR_CHECK_PLAIN(__tsan_write##size, size, plain_write)                    \
  WEIR_CHECK_PLAIN(__tsan_volatile_read##size, size, plain_read)             \
  WEIR_CHECK_PLAIN(__tsan_volatile_write##size, size, plain_write)           \
  WEIR_CHECK_PLAIN(__tsan_unaligned_read##size, size, plain_read)            \
  WEIR_CHECK_PLAIN(__tsan_unaligned_write##size, size, plain_write)          \
  WEIR_CHECK_PLAIN(__tsan_unaligned_volatile_read##size, size, plain_read)   \
  WEIR_CHECK_PLAIN(__tsan_unaligned_volatile_write##size, size, plain_write) \
  WEIR_CHECK_PLAIN(__tsan_read_write##size, size, plain_write)               \
  WEIR_CHECK_PLAIN(__tsan_unaligned_read_write##size, size, plain_write)

extern "C" {

WEIR_CHECK_PLAIN_OF(1)
WEIR_CHECK_PLAIN_OF(2)
WEIR_CHECK_PLAIN_OF(4)
WEIR_CHECK_PLAIN_OF(8)
WEIR_CHECK_PLAIN_OF(16)

void __tsan_read_range(void* p, std::size_t size) {
  weir::verify::checked::plain(p, size, weir::verify::checked::plain_read, weir::verify::checked::caller());
}
void __tsan_write_range(void* p, std::size_t size) {
  weir::verify::checked::plain(p, size, weir::verify::checked::plain_write, weir::verify::checked::caller());
}
void __tsan_vptr_read(void** p) {
  weir::verify::checked::plain(p, sizeof *p, weir::verify::checked::plain_read, weir::verify::checked::caller());
}
// A destructor that gives the pointer the value that it has is no write: only a change is.
void __tsan_vptr_update(void** p, void* value) {
  const auto kind = *p == value ? weir::verify::checked::plain_read : weir::verify::checked::plain_write;
  weir::verify::checked::plain(p, sizeof *p, kind, weir::verify::checked::caller());
}

void __tsan_init() {}
void __tsan_func_entry(void* from) {
  using namespace weir::verify::checked;
  if (!under_check() || !the_execution->recording) return;
  strand& me = the_execution->self();
  if (me.depth < strand::most_frames) me.frames[me.depth] = reinterpret_cast<std::uintptr_t>(from) - 1;
  ++me.depth;
}
void __tsan_func_exit() {
  using namespace weir::verify::checked;
  if (!under_check() || !the_execution->recording) return;
  strand& me = the_execution->self();
  if (me.depth != 0) --me.depth;
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
}

#undef WEIR_CHECK_PLAIN
#undef WEIR_CHECK_PLAIN_OF

#endif
