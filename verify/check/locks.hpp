// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LOCKS_HPP
#define WEIR_VERIFY_CHECK_LOCKS_HPP

#include <weir/verify/check/object.hpp>

#include <pthread.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

// Mutexes of all kinds, and locks that readers share, with the results that POSIX has for them.

namespace weir::verify::checked {

enum class mutex_kind { plain, recursive, checking };

inline mutex_kind kind_of(const pthread_mutex_t* m) {
  const int kind = m->__data.__kind & 3;
  return kind == PTHREAD_MUTEX_RECURSIVE_NP    ? mutex_kind::recursive
         : kind == PTHREAD_MUTEX_ERRORCHECK_NP ? mutex_kind::checking
                                               : mutex_kind::plain;
}

/// Waits, before `deadline`, until the object can be had. False when it cannot be before that.
template <class Free>
bool await_lock(execution& e, object& o, Free free, std::int64_t deadline, std::uintptr_t pc) {
  while (!free()) {
    note(e, deed::wants_lock, o.kind, o.at, pc, "waits for the lock");
    o.waiting.set(e.current);
    const bool in_time = e.block(deadline);
    o.waiting.reset(e.current);
    if (!in_time && !free()) return false;
  }
  return true;
}

inline bool is_robust(const pthread_mutex_t* m) { return (m->__data.__kind & 16) != 0; }  // the C library's bit for it

/// The running thread has the mutex, which no thread had. Not one that is lost.
inline int own(execution& e, object& o, bool robust, std::uintptr_t pc) {
  if (o.left == after_owner::lost) return ENOTRECOVERABLE;
  o.owner = static_cast<int>(e.current);
  o.depth = 1;
  if (robust) o.robust = e.self().robust = true;
  take_knowledge(e, o.known);
  note(e, deed::lock, o.kind, o.at, pc, o.left == after_owner::orphaned ? "lock, whose owner has ended" : "lock");
  if (o.left != after_owner::orphaned) return 0;
  o.left = after_owner::inherited;
  return EOWNERDEAD;
}

inline int lock_mutex(execution& e, pthread_mutex_t* m, bool may_wait, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(m);
  object& o = use(e, m, "m", pc);
  const int me = static_cast<int>(e.current);
  e.did(o.at ^ 10);
  if (o.owner == me) {
    const mutex_kind kind = kind_of(m);
    if (kind == mutex_kind::recursive) return ++o.depth, 0;
    if (!may_wait) return EBUSY;
    if (kind == mutex_kind::checking) return EDEADLK;
    if (deadline == strand::never)
      e.fail(failure::kind::deadlock, o.at & ~std::uintptr_t{7}, "thread %d waits for a mutex that it holds itself", me);
  }
  const auto free = [&o] { return o.owner == object::none; };
  if (!may_wait && !free()) {
    note(e, deed::other, o.kind, o.at, pc, "try_lock: it is held by thread " + std::to_string(o.owner));
    return EBUSY;
  }
  if (!await_lock(e, o, free, deadline, pc)) return ETIMEDOUT;
  return own(e, o, is_robust(m), pc);
}

/// The running thread has it no more.
inline void let_go(execution& e, object& o) {
  o.owner = object::none;
  o.known = {};
  leave_knowledge(e, o.known);
}

/// Gives it up once, without a turn of others before.
inline int give_up(execution& e, object& o, std::uintptr_t pc) {
  if (o.owner != static_cast<int>(e.current)) {
    if (o.owner == object::none) e.fail(failure::kind::misuse, 0, "thread %u unlocks a mutex that no thread has locked", e.current);
    e.fail(failure::kind::misuse, 0, "thread %u unlocks a mutex that thread %d has locked", e.current, o.owner);
  }
  if (--o.depth != 0) return 0;
  let_go(e, o);
  if (o.left == after_owner::inherited) o.left = after_owner::lost;
  note(e, deed::unlock, o.kind, o.at, pc, "unlock");
  e.wake_all(o.waiting);
  return 0;
}

inline int unlock_mutex(execution& e, pthread_mutex_t* m, std::uintptr_t pc) {
  e.turn(m);
  object& o = use(e, m, "m", pc);
  e.did(o.at ^ 11);
  if ((kind_of(m) != mutex_kind::plain || is_robust(m)) && o.owner != static_cast<int>(e.current)) return EPERM;
  return give_up(e, o, pc);
}

/// What a robust mutex guards is in order again, after an owner has ended with it.
inline int make_consistent(execution& e, pthread_mutex_t* m, std::uintptr_t pc) {
  object& o = use(e, m, "m", pc);
  if (o.owner != static_cast<int>(e.current) || o.left != after_owner::inherited) return EINVAL;
  o.left = after_owner::sound;
  return 0;
}

/// The running thread ends: the next thread that locks a robust mutex of its own is told so.
inline void orphan_locks(execution& e) {
  if (!e.self().robust) return;
  the_objects->each(e, [&e](object& o) {
    if (!o.robust || o.owner != static_cast<int>(e.current)) return;
    let_go(e, o);
    o.left = after_owner::orphaned;
    e.wake_all(o.waiting);
  });
}

inline int destroy_mutex(execution& e, pthread_mutex_t* m) {
  if (const object* o = the_objects->find(e, address(m)); o != nullptr && o->owner != object::none)
    e.fail(failure::kind::misuse, 0, "thread %u destroys a mutex that thread %d has locked", e.current, o->owner);
  the_objects->erase(e, address(m));
  return 0;
}

inline int lock_shared(execution& e, pthread_rwlock_t* l, bool alone, bool may_wait, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(l);
  object& o = use(e, l, "m", pc);
  e.did(o.at ^ (alone ? 12 : 13));
  const auto free = [&o, alone] { return o.owner == object::none && (!alone || o.readers.none()); };
  std::uint8_t& mine = o.shares[e.current];
  if (!alone && mine == std::numeric_limits<std::uint8_t>::max()) return EAGAIN;
  if (!may_wait && !free()) return EBUSY;
  if (may_wait && o.owner == static_cast<int>(e.current)) return EDEADLK;
  if (!await_lock(e, o, free, deadline, pc)) return ETIMEDOUT;
  take_knowledge(e, o.known);
  if (alone) {
    take_knowledge(e, o.shared);
    o.owner = static_cast<int>(e.current);
    o.depth = 1;
  } else {
    o.readers.set(e.current);
    ++mine;
  }
  note(e, deed::lock, o.kind, o.at, pc, alone ? "lock" : "shared lock");
  return 0;
}

inline int unlock_shared(execution& e, pthread_rwlock_t* l, std::uintptr_t pc) {
  e.turn(l);
  object& o = use(e, l, "m", pc);
  e.did(o.at ^ 14);
  if (o.owner != object::none) return give_up(e, o, pc);
  if (!o.readers.test(e.current)) e.fail(failure::kind::misuse, 0, "thread %u unlocks a lock that it does not hold", e.current);
  if (--o.shares[e.current] == 0) o.readers.reset(e.current);
  leave_knowledge(e, o.shared);
  note(e, deed::unlock, o.kind, o.at, pc, "shared unlock");
  e.wake_all(o.waiting);
  return 0;
}

/// The lock of a stream of the C library, which one thread may lock again. The stream's memory is the library's own.
inline bool lock_stream(execution& e, std::FILE* stream, bool may_wait, std::uintptr_t pc) {
  e.turn(stream);
  object& o = the_objects->at(e, stream, "m");
  const int me = static_cast<int>(e.current);
  e.did(o.at ^ 17);
  if (o.owner == me) return ++o.depth, true;
  const auto free = [&o] { return o.owner == object::none; };
  if (!may_wait && !free()) return false;
  await_lock(e, o, free, strand::never, pc);
  own(e, o, false, pc);
  return true;
}
inline void unlock_stream(execution& e, std::FILE* stream, std::uintptr_t pc) {
  e.turn(stream);
  object& o = the_objects->at(e, stream, "m");
  e.did(o.at ^ 18);
  give_up(e, o, pc);
}

/// A spin lock is a mutex whose waiters are never seen to turn.
inline int lock_spin(execution& e, pthread_spinlock_t* s, bool may_wait, std::uintptr_t pc) {
  e.turn(s);
  object& o = use(e, s, "m", pc);
  const int me = static_cast<int>(e.current);
  e.did(o.at ^ 15);
  const auto free = [&o] { return o.owner == object::none; };
  if (!may_wait && !free()) return EBUSY;
  if (o.owner == me) e.fail(failure::kind::deadlock, 0, "thread %d waits for a spin lock that it holds itself", me);
  await_lock(e, o, free, strand::never, pc);
  return own(e, o, false, pc);
}
inline int unlock_spin(execution& e, pthread_spinlock_t* s, std::uintptr_t pc) {
  e.turn(s);
  object& o = use(e, s, "m", pc);
  e.did(o.at ^ 16);
  return give_up(e, o, pc);
}

}  // namespace weir::verify::checked

#endif
