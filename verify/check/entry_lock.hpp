// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_LOCK_HPP
#define WEIR_VERIFY_CHECK_ENTRY_LOCK_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/locks.hpp>
#include <weir/verify/check/time.hpp>

#include <pthread.h>
#include <semaphore.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

// The calls that initialise what threads wait for, and those of mutexes, of read-write locks, of spin locks and of streams.

using namespace weir::verify::checked;

#define WEIR_CHECK_ENTER(name, ...)                 \
  if (!under_check()) {                             \
    static auto* const real = behind(&name, #name); \
    return real(__VA_ARGS__);                       \
  }                                                 \
  inside here;                                      \
  execution& e = *the_execution

namespace weir::verify::checked {

/// The program initialises an object at this address.
inline void made_at(const volatile void* p, std::uintptr_t pc) {
  if (!under_check()) return;
  inside here;
  make_object(*the_execution, p, pc);
}

}  // namespace weir::verify::checked

extern "C" {

// What the C library leaves in an object that it initialises is read when the object is first used.
int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* attributes) noexcept {
  made_at(m, caller());
  return behind(&pthread_mutex_init, "pthread_mutex_init")(m, attributes);
}
int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* attributes) noexcept {
  made_at(l, caller());
  return behind(&pthread_rwlock_init, "pthread_rwlock_init")(l, attributes);
}
int pthread_spin_init(pthread_spinlock_t* s, int shared) noexcept {
  made_at(s, caller());
  return behind(&pthread_spin_init, "pthread_spin_init")(s, shared);
}
int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* attributes) noexcept {
  made_at(c, caller());
  return behind(&pthread_cond_init, "pthread_cond_init")(c, attributes);
}
int sem_init(sem_t* s, int shared, unsigned count) noexcept {
  made_at(s, caller());
  return behind(&sem_init, "sem_init")(s, shared, count);
}
int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* attributes, unsigned count) noexcept {
  made_at(b, caller());
  return behind(&pthread_barrier_init, "pthread_barrier_init")(b, attributes, count);
}

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
int pthread_mutex_consistent(pthread_mutex_t* m) noexcept {
  WEIR_CHECK_ENTER(pthread_mutex_consistent, m);
  return make_consistent(e, m, caller());
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

void flockfile(std::FILE* stream) noexcept {
  if (!under_check()) return behind(&flockfile, "flockfile")(stream);
  inside here;
  lock_stream(*the_execution, stream, true, caller());
}
int ftrylockfile(std::FILE* stream) noexcept {
  WEIR_CHECK_ENTER(ftrylockfile, stream);
  return lock_stream(e, stream, false, caller()) ? 0 : EBUSY;
}
void funlockfile(std::FILE* stream) noexcept {
  if (!under_check()) return behind(&funlockfile, "funlockfile")(stream);
  inside here;
  unlock_stream(*the_execution, stream, caller());
}

int pthread_spin_lock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_lock, s);
  return lock_spin(e, s, true, caller());
}
int pthread_spin_trylock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_trylock, s);
  return lock_spin(e, s, false, caller());
}
int pthread_spin_unlock(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_unlock, s);
  return unlock_spin(e, s, caller());
}
int pthread_spin_destroy(pthread_spinlock_t* s) noexcept {
  WEIR_CHECK_ENTER(pthread_spin_destroy, s);
  the_objects->erase(e, address(s));
  return 0;
}
}

#undef WEIR_CHECK_ENTER

#endif
