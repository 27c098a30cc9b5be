// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_LOCK_HPP
#define WEIR_VERIFY_CHECK_ENTRY_LOCK_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/locks.hpp>
#include <weir/verify/check/time.hpp>

#include <pthread.h>

#include <cerrno>

// The calls of mutexes, of read-write locks and of spin locks. Those that initialise an object are the C library's own.

using namespace weir::verify::checked;

#define WEIR_CHECK_ENTER(name, ...)                 \
  if (!under_check()) {                             \
    static auto* const real = behind(&name, #name); \
    return real(__VA_ARGS__);                       \
  }                                                 \
  inside here;                                      \
  execution& e = *the_execution

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* m) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_lock, m);
  return lock_mutex(e, m, true, strand::never, caller());
}
int pthread_mutex_trylock(pthread_mutex_t* m) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_trylock, m);
  return lock_mutex(e, m, false, strand::never, caller());
}
int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_timedlock, m, until);
  return lock_mutex(e, m, true, deadline_at(CLOCK_REALTIME, until), caller());
}
int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_clocklock, m, clock, until);
  return lock_mutex(e, m, true, deadline_at(clock, until), caller());
}
int pthread_mutex_unlock(pthread_mutex_t* m) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_unlock, m);
  return unlock_mutex(e, m, caller());
}
int pthread_mutex_destroy(pthread_mutex_t* m) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_destroy, m);
  return destroy_mutex(e, m);
}

int pthread_rwlock_rdlock(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_rdlock, l);
  return lock_shared(e, l, false, true, strand::never, caller());
}
int pthread_rwlock_wrlock(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_wrlock, l);
  return lock_shared(e, l, true, true, strand::never, caller());
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_tryrdlock, l);
  return lock_shared(e, l, false, false, strand::never, caller());
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_trywrlock, l);
  return lock_shared(e, l, true, false, strand::never, caller());
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_timedrdlock, l, until);
  return lock_shared(e, l, false, true, deadline_at(CLOCK_REALTIME, until), caller());
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_timedwrlock, l, until);
  return lock_shared(e, l, true, true, deadline_at(CLOCK_REALTIME, until), caller());
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_clockrdlock, l, clock, until);
  return lock_shared(e, l, false, true, deadline_at(clock, until), caller());
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock, const timespec* until) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_clockwrlock, l, clock, until);
  return lock_shared(e, l, true, true, deadline_at(clock, until), caller());
}
int pthread_rwlock_unlock(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_unlock, l);
  return unlock_shared(e, l, caller());
}
int pthread_rwlock_destroy(pthread_rwlock_t* l) noexcept {
  WEIR_CHECK_ENTER(pthread_rwlock_destroy, l);
  const object* const o = the_objects->find(e, address(l));
  if (o != nullptr && (o->owner != object::none || o->readers.any()))
    e.fail(failure::kind::misuse, 0, "thread %u destroys a lock that is held", e.current);
  the_objects->erase(e, address(l));
  return 0;
}

// A spin lock is a mutex whose waiters are never seen to turn.
int pthread_spin_lock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_lock, s);
  return lock_shared(e, reinterpret_cast<pthread_rwlock_t*>(const_cast<int*>(s)), true, true, strand::never, caller());
}
int pthread_spin_trylock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_trylock, s);
  return lock_shared(e, reinterpret_cast<pthread_rwlock_t*>(const_cast<int*>(s)), true, false, strand::never, caller());
}
int pthread_spin_unlock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_unlock, s);
  return unlock_shared(e, reinterpret_cast<pthread_rwlock_t*>(const_cast<int*>(s)), caller());
}
int pthread_spin_destroy(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_destroy, s);
  the_objects->erase(e, address(s));
  return 0;
}
}

#undef WEIR_CHECK_ENTER

#endif
