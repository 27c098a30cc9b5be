// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_ONCE_HPP
#define WEIR_VERIFY_CHECK_ENTRY_ONCE_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/entry_heap.hpp>
#include <weir/verify/check/operations.hpp>
#include <weir/verify/check/waits.hpp>
#include <weir/verify/check/world.hpp>

#include <pthread.h>

#include <cstddef>
#include <cstdint>

// What is done once: pthread_once, and the static variables of functions.

using namespace weir::verify::checked;

namespace weir::verify::checked {

enum once : std::int64_t { not_done, under_way, done };

/// True when the running thread is to do it. All others wait until it is done, and know what it did.
inline bool begin_once(execution& e, const volatile void* p, std::uintptr_t pc) {
  e.turn(p);
  object& o = use(e, p, "o", pc);
  e.did(o.at ^ 50);
  const int me = static_cast<int>(e.current);
  while (o.count == under_way) {
    if (o.beginner == me) e.fail(failure::kind::deadlock, 0, "thread %d waits for an initialisation that it has begun itself", me);
    note(e, deed::wait, o.kind, o.at, pc, "waits for the thread that initialises it");
    sleep_on(e, o, strand::never);
  }
  take_knowledge(e, o.known);  // also of one that has thrown
  if (o.count == done) return false;
  o.count = under_way;
  o.beginner = me;
  note(e, deed::other, o.kind, o.at, pc, "is being initialised");
  return true;
}
/// A function that is called without one.
inline at_end without_argument(void (*call)()) {
  return {[](void* f) { reinterpret_cast<void (*)()>(f)(); }, reinterpret_cast<void*>(call)};
}
template <std::size_t N>
int calls_at_end(at_end (&all)[N], std::size_t& count, at_end last) {
  if (count == N) refuse("one execution makes more static objects than there is room for");
  all[count++] = last;
  return 0;
}
inline void end_once(execution& e, const volatile void* p, bool succeeded, std::uintptr_t pc) {
  object& o = use(e, p, "o", pc);
  o.count = succeeded ? done : not_done;
  leave_knowledge(e, o.known);
  note(e, deed::notify, o.kind, o.at, pc, succeeded ? "is initialised" : "is not initialised: an exception");
  notify(e, o, max_threads);
}

/// Runs the function, if no call with this control has.
inline int once_at(pthread_once_t* control, void (*function)(), std::uintptr_t pc) {
  if (!under_check()) return behind(&::pthread_once, "pthread_once")(control, function);
  inside here;
  execution& e = *the_execution;
  if (*control != PTHREAD_ONCE_INIT || !begin_once(e, control, pc)) return 0;  // the first: before the check began
  struct ending {
    execution& e;
    pthread_once_t* control;
    std::uintptr_t pc;
    bool succeeded = false;
    ~ending() { end_once(e, control, succeeded, pc); }
  } end{e, control, pc};
  struct there {
    there() { the_execution->user = true; }
    ~there() { the_execution->user = false; }
  };
  {
    const there program;
    function();
  }
  end.succeeded = true;
  return 0;
}

}  // namespace weir::verify::checked

extern "C" {

int pthread_once(pthread_once_t* control, void (*function)()) { return once_at(control, function, caller()); }

/// C's own, which the C library makes of the same function without calling it by its name. Weak: a program may have a function that is called so.
void weir_check_call_once(pthread_once_t* control, void (*function)()) __asm__("call_once");
[[gnu::weak]] void weir_check_call_once(pthread_once_t* control, void (*function)()) { once_at(control, function, caller()); }

int weir_check_guard_acquire(std::uint64_t* guard) __asm__("__cxa_guard_acquire");
int weir_check_guard_acquire(std::uint64_t* guard) {
  auto* const is_done = reinterpret_cast<volatile std::uint8_t*>(guard);
  if (!under_check()) return *is_done == 0 ? 1 : 0;
  inside here;
  if (*is_done != 0 && the_objects->find(*the_execution, address(guard)) == nullptr) return 0;
  return begin_once(*the_execution, guard, caller()) ? 1 : 0;
}
void weir_check_guard_release(std::uint64_t* guard) noexcept __asm__("__cxa_guard_release");
void weir_check_guard_release(std::uint64_t* guard) noexcept {
  if (!under_check()) {
    *reinterpret_cast<volatile std::uint8_t*>(guard) = 1;
    return;
  }
  inside here;
  store(*the_execution, address(guard), 1, 1, __ATOMIC_RELEASE, caller());
  end_once(*the_execution, guard, true, caller());
}
void weir_check_guard_abort(std::uint64_t* guard) noexcept __asm__("__cxa_guard_abort");
void weir_check_guard_abort(std::uint64_t* guard) noexcept {
  if (!under_check()) return;
  inside here;
  end_once(*the_execution, guard, false, caller());
}

// Destructors of static objects run when the execution ends, and those of thread_local ones with their thread.
int __cxa_atexit(void (*call)(void*), void* argument, void* library) noexcept {
  if (under_check()) return calls_at_end(the_world->ends, the_world->end_count, {call, argument});
  if (is_programs(caller())) the_earlier_ends.all.add({call, argument});
  return behind(&__cxa_atexit, "__cxa_atexit")(call, argument, library);
}
int atexit(void (*call)()) noexcept {
  if (under_check()) return calls_at_end(the_world->ends, the_world->end_count, without_argument(call));
  if (is_programs(caller())) the_earlier_ends.all.add(without_argument(call));
  return behind(&__cxa_atexit, "__cxa_atexit")(without_argument(call).call, reinterpret_cast<void*>(call), nullptr);
}
int weir_check_at_quick_exit(void (*call)()) noexcept __asm__("at_quick_exit");
int weir_check_at_quick_exit(void (*call)()) noexcept {
  if (under_check()) return calls_at_end(the_world->quick_ends, the_world->quick_end_count, without_argument(call));
  if (is_programs(caller())) the_earlier_ends.quick.add(without_argument(call));
  static auto* const real = reinterpret_cast<int (*)(void (*)(), void*)>(::dlsym(RTLD_NEXT, "__cxa_at_quick_exit"));
  return real(call, nullptr);
}
int __cxa_thread_atexit(void (*call)(void*), void* argument, void* library) noexcept {
  if (!under_check()) return behind(&__cxa_thread_atexit, "__cxa_thread_atexit")(call, argument, library);
  strand& me = the_execution->self();
  if (me.end_count == strand::most_keys) refuse("one thread makes more thread_local objects than there is room for");
  me.ends[me.end_count++] = {call, argument};
  return 0;
}
}

#endif
