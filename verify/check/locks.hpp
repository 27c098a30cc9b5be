// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LOCKS_HPP
#define WEIR_VERIFY_CHECK_LOCKS_HPP

#include <weir/verify/check/object.hpp>

#include <pthread.h>

#include <cerrno>
#include <cstdint>
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
  o.owner = me;
  o.depth = 1;
  take_knowledge(e, o.known);
  note(e, deed::lock, o.kind, o.at, pc, "lock");
  return 0;
}

/// Gives it up, without a turn of others before.
inline int give_up(execution& e, object& o, std::uintptr_t pc) {
  if (o.owner != static_cast<int>(e.current)) {
    if (o.owner == object::none) e.fail(failure::kind::misuse, 0, "thread %u unlocks a mutex that no thread has locked", e.current);
    e.fail(failure::kind::misuse, 0, "thread %u unlocks a mutex that thread %d has locked", e.current, o.owner);
  }
  if (--o.depth != 0) return 0;
  o.owner = object::none;
  o.known = {};
  leave_knowledge(e, o.known);
  note(e, deed::unlock, o.kind, o.at, pc, "unlock");
  e.wake_all(o.waiting);
  return 0;
}

inline int unlock_mutex(execution& e, pthread_mutex_t* m, std::uintptr_t pc) {
  e.turn(m);
  object& o = use(e, m, "m", pc);
  e.did(o.at ^ 11);
  if (kind_of(m) != mutex_kind::plain && o.owner != static_cast<int>(e.current)) return EPERM;
  return give_up(e, o, pc);
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
  o.readers.reset(e.current);
  leave_knowledge(e, o.shared);
  note(e, deed::unlock, o.kind, o.at, pc, "shared unlock");
  e.wake_all(o.waiting);
  return 0;
}

}  // namespace weir::verify::checked

#endif
