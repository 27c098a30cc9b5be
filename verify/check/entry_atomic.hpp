// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_ATOMIC_HPP
#define WEIR_VERIFY_CHECK_ENTRY_ATOMIC_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/operations.hpp>

#include <cstddef>
#include <cstdint>

// What the compilers' instrumentation calls for atomics. Outside an execution there is one thread, and plain memory is as good.

namespace weir::verify::checked {

template <class T>
T loaded(const volatile T* p, int order, std::uintptr_t pc) {
  if (!under_check()) return *p;
  inside here;
  return static_cast<T>(load(*the_execution, address(p), sizeof(T), order & 15, pc));
}
template <class T>
void stored_as(volatile T* p, T v, int order, std::uintptr_t pc) {
  if (!under_check()) {
    *p = v;
    return;
  }
  inside here;
  store(*the_execution, address(p), sizeof(T), static_cast<value>(v), order & 15, pc);
}
template <class T, class Change>
T modified(volatile T* p, const char* what, Change change, int order, std::uintptr_t pc) {
  if (!under_check()) {
    const T was = *p;
    *p = change(was);
    return was;
  }
  inside here;
  const auto whole = [&](const value& was) { return static_cast<value>(change(static_cast<T>(was))); };
  return static_cast<T>(modify(*the_execution, address(p), sizeof(T), what, whole, order & 15, pc));
}
template <class T>
bool exchanged(volatile T* p, T* expected, T desired, bool weak, int order, int failing, std::uintptr_t pc) {
  if (!under_check()) {
    const T was = *p;
    if (was == *expected) return *p = desired, true;
    return *expected = was, false;
  }
  inside here;
  value found = static_cast<value>(*expected);
  const bool done =
      exchange_if(*the_execution, address(p), sizeof(T), found, static_cast<value>(desired), weak, order & 15, failing & 15, pc);
  if (!done) *expected = static_cast<T>(found);
  return done;
}

using bits8 = std::uint8_t;
using bits16 = std::uint16_t;
using bits32 = std::uint32_t;
using bits64 = std::uint64_t;
using bits128 = value;

}  // namespace weir::verify::checked

#define WEIR_CHECK_MODIFY(n, what, expression)                                                     \
  bits##n __tsan_atomic##n##_##what(volatile bits##n* p, bits##n v, int order) {                   \
    return modified(                                                                               \
        p, #what, [v](bits##n was) { return static_cast<bits##n>(expression); }, order, caller()); \
  }
#define WEIR_CHECK_ATOMIC(n)                                                                                            \
  bits##n __tsan_atomic##n##_load(const volatile bits##n* p, int order) { return loaded(p, order, caller()); }          \
  void __tsan_atomic##n##_store(volatile bits##n* p, bits##n v, int order) { stored_as(p, v, order, caller()); }        \
  WEIR_CHECK_MODIFY(n, exchange, (static_cast<void>(was), v))                                                           \
  WEIR_CHECK_MODIFY(n, fetch_add, was + v)                                                                              \
  WEIR_CHECK_MODIFY(n, fetch_sub, was - v)                                                                              \
  WEIR_CHECK_MODIFY(n, fetch_and, was& v)                                                                               \
  WEIR_CHECK_MODIFY(n, fetch_or, was | v)                                                                               \
  WEIR_CHECK_MODIFY(n, fetch_xor, was ^ v)                                                                              \
  WEIR_CHECK_MODIFY(n, fetch_nand, ~(was & v))                                                                          \
  bool __tsan_atomic##n##_compare_exchange_strong(volatile bits##n* p, bits##n* x, bits##n v, int order, int failing) { \
    return exchanged(p, x, v, false, order, failing, caller());                                                         \
  }                                                                                                                     \
  bool __tsan_atomic##n##_compare_exchange_weak(volatile bits##n* p, bits##n* x, bits##n v, int order, int failing) {   \
    return exchanged(p, x, v, true, order, failing, caller());                                                          \
  }                                                                                                                     \
  bits##n __tsan_atomic##n##_compare_exchange_val(volatile bits##n* p, bits##n x, bits##n v, int order, int failing) {  \
    exchanged(p, &x, v, false, order, failing, caller());                                                               \
    return x;                                                                                                           \
  }

extern "C" {
namespace weir::verify::checked {

WEIR_CHECK_ATOMIC(8)
WEIR_CHECK_ATOMIC(16)
WEIR_CHECK_ATOMIC(32)
WEIR_CHECK_ATOMIC(64)
WEIR_CHECK_ATOMIC(128)

void __tsan_atomic_thread_fence(int order) {
  if (!under_check()) return;
  inside here;
  fence(*the_execution, order & 15, caller());
}
void __tsan_atomic_signal_fence(int) {}

}  // namespace weir::verify::checked
}

#undef WEIR_CHECK_MODIFY
#undef WEIR_CHECK_ATOMIC

#endif
