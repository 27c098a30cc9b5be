// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_WAIT_HPP
#define WEIR_VERIFY_CHECK_ENTRY_WAIT_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/threads.hpp>
#include <weir/verify/check/time.hpp>
#include <weir/verify/check/waits.hpp>
#include <weir/verify/check/world.hpp>

#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

// The calls of condition variables, semaphores, barriers and pthread_once, and the system call of futexes.

using namespace weir::verify::checked;

#define WEIR_CHECK_ENTER(name, ...)                 \
  if (!under_check()) {                             \
    static auto* const real = behind(&name, #name); \
    return real(__VA_ARGS__);                       \
  }                                                 \
  inside here;                                      \
  execution& e = *the_execution

namespace weir::verify::checked {

/// A call that answers -1 and says why in errno.
inline int said(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

/// The clock of a condition variable is in its second flag, where pthread_cond_init leaves it.
inline clockid_t clock_of(const pthread_cond_t* c) { return (c->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME; }

/// A fence in every thread of the process at once.
inline long fence_everywhere(execution& e, std::uintptr_t pc) {
  fence(e, __ATOMIC_SEQ_CST, pc);
  const unsigned me = e.current;
  for (unsigned t = 0; t != e.threads; ++t) {
    strand& s = e.all[t];
    if (t == me || s.state == strand::status::over) continue;
    if (s.has_pending) s.known.join(s.pending, true);
    s.has_pending = false;
    s.known.seen.join(e.fences);
    e.fences.join(s.known.happened);
    s.known.happened.fence = e.steps;
    s.fenced = s.known;
    s.has_fenced = true;
    s.known.happened.go_on(t);
  }
  e.self().known.seen.join(e.fences);
  return 0;
}

inline long futex_call(execution& e, int* p, int what, int number, const timespec* time, std::uint32_t bits, std::uintptr_t pc) {
  const clockid_t clock = (what & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  switch (what & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return said(wait_futex(e, p, number, FUTEX_BITSET_MATCH_ANY, deadline_after(e, time), pc));
    case FUTEX_WAIT_BITSET: return said(wait_futex(e, p, number, bits, deadline_at(clock, time), pc));
    case FUTEX_WAKE: return wake_futex(e, p, number, FUTEX_BITSET_MATCH_ANY, pc);
    case FUTEX_WAKE_BITSET: return bits == 0 ? said(EINVAL) : wake_futex(e, p, number, bits, pc);
    default: e.fail(failure::kind::refused, 0, "the operation %d of a futex is not under control", what & FUTEX_CMD_MASK);
  }
}

}  // namespace weir::verify::checked

extern "C" {

int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  WEIR_CHECK_ENTER(pthread_cond_wait, c, m);
  return wait_condition(e, c, m, strand::never, caller());
}
int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* until) {
  WEIR_CHECK_ENTER(pthread_cond_timedwait, c, m, until);
  return wait_condition(e, c, m, deadline_at(clock_of(c), until), caller());
}
int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock, const timespec* until) {
  WEIR_CHECK_ENTER(pthread_cond_clockwait, c, m, clock, until);
  return wait_condition(e, c, m, deadline_at(clock, until), caller());
}
int pthread_cond_signal(pthread_cond_t* c) noexcept {
  WEIR_CHECK_ENTER(pthread_cond_signal, c);
  return notify_condition(e, c, false, caller());
}
int pthread_cond_broadcast(pthread_cond_t* c) noexcept {
  WEIR_CHECK_ENTER(pthread_cond_broadcast, c);
  return notify_condition(e, c, true, caller());
}
int pthread_cond_destroy(pthread_cond_t* c) noexcept {
  WEIR_CHECK_ENTER(pthread_cond_destroy, c);
  if (const object* o = the_objects->find(e, address(c)); o != nullptr && o->waiting.any())
    e.fail(failure::kind::misuse, 0, "thread %u destroys a condition variable that a thread waits on", e.current);
  the_objects->erase(e, address(c));
  return 0;
}

int sem_destroy(sem_t* s) noexcept {
  WEIR_CHECK_ENTER(sem_destroy, s);
  the_objects->erase(e, address(s));
  return 0;
}
int sem_wait(sem_t* s) {
  WEIR_CHECK_ENTER(sem_wait, s);
  return said(wait_semaphore(e, s, true, strand::never, caller()));
}
int sem_trywait(sem_t* s) noexcept {
  WEIR_CHECK_ENTER(sem_trywait, s);
  return said(wait_semaphore(e, s, false, strand::never, caller()));
}
int sem_timedwait(sem_t* s, const timespec* until) {
  WEIR_CHECK_ENTER(sem_timedwait, s, until);
  return said(wait_semaphore(e, s, true, deadline_at(CLOCK_REALTIME, until), caller()));
}
int sem_clockwait(sem_t* s, clockid_t clock, const timespec* until) {
  WEIR_CHECK_ENTER(sem_clockwait, s, clock, until);
  return said(wait_semaphore(e, s, true, deadline_at(clock, until), caller()));
}
int sem_post(sem_t* s) noexcept {
  WEIR_CHECK_ENTER(sem_post, s);
  return said(post_semaphore(e, s, caller()));
}
int sem_getvalue(sem_t* s, int* count) noexcept {
  WEIR_CHECK_ENTER(sem_getvalue, s, count);
  e.turn(s);
  *count = static_cast<int>(semaphore(e, s, caller()).count);
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* b) noexcept {
  WEIR_CHECK_ENTER(pthread_barrier_wait, b);
  return wait_barrier(e, b, caller());
}
int pthread_barrier_destroy(pthread_barrier_t* b) noexcept {
  WEIR_CHECK_ENTER(pthread_barrier_destroy, b);
  the_objects->erase(e, address(b));
  return 0;
}

long syscall(long number, ...) noexcept {
  va_list more;
  va_start(more, number);
  long a[6];
  for (long& x : a) x = va_arg(more, long);
  va_end(more);
  if (!under_check() || number == SYS_getrandom) {
    static auto* const real = behind(&syscall, "syscall");
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
  inside here;
  execution& e = *the_execution;
  if (number == SYS_futex)
    return futex_call(e, reinterpret_cast<int*>(a[0]), static_cast<int>(a[1]), static_cast<int>(a[2]),
                      reinterpret_cast<const timespec*>(a[3]), static_cast<std::uint32_t>(a[5]), caller());
  if (number == SYS_gettid) return number_of_thread();
  if (number == SYS_membarrier) return a[0] == 0 ? 0x1ff : fence_everywhere(e, caller());
  e.fail(failure::kind::refused, 0, "the system call number %ld is not under control", number);
}
}

#undef WEIR_CHECK_ENTER

#endif
