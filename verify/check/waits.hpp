// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_WAITS_HPP
#define WEIR_VERIFY_CHECK_WAITS_HPP

#include <weir/verify/check/locks.hpp>
#include <weir/verify/check/operations.hpp>

#include <pthread.h>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string>

// Condition variables, semaphores, barriers and futexes.

namespace weir::verify::checked {

/// Sleeps on the object until a notification has let the thread go on. False when the deadline came first.
inline bool sleep_on(execution& e, object& o, std::int64_t deadline) {
  o.waiting.set(e.current);
  o.woken.reset(e.current);
  e.block(deadline);
  const bool told = o.woken.test(e.current);
  o.waiting.reset(e.current);
  o.woken.reset(e.current);
  return told;
}

/// Lets up to `most` of these sleepers go on, of more any. Returns how many.
inline unsigned notify(execution& e, object& o, thread_set sleepers, std::int64_t most) {
  unsigned told = 0;
  for (; sleepers.any() && told < most; ++told) {
    const auto count = static_cast<unsigned>(sleepers.count());
    unsigned n = most < count ? e.choose(count, choice::any) : 0;
    unsigned t = 0;
    while (!sleepers.test(t) || n-- != 0) ++t;
    sleepers.reset(t);
    o.waiting.reset(t);
    o.woken.set(t);
    e.wake(t);
  }
  return told;
}

inline unsigned notify(execution& e, object& o, std::int64_t most) { return notify(e, o, o.waiting, most); }

inline int wait_condition(execution& e, pthread_cond_t* c, pthread_mutex_t* m, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(m);
  object& o = use(e, c, "cv", pc);
  object& lock = use(e, m, "m", pc);
  e.did(o.at ^ 20);
  if (lock.owner != static_cast<int>(e.current))
    e.fail(failure::kind::misuse, 0, "thread %u waits on a condition variable without its mutex", e.current);
  note(e, deed::wait, o.kind, o.at, pc, "waits");
  give_up(e, lock, pc);  // once, as the C library does: a recursive mutex may be held on
  const auto free = [&lock] { return lock.owner == object::none; };
  bool told = true;
  if (e.spurious != 0 && e.choose(2, choice::odd_failure) != 0) {
    --e.spurious;
    note(e, deed::woken, o.kind, o.at, pc, "wakes for no reason");
    e.turn(nullptr, true);
  } else {
    if (e.recording && free()) e.past.entries().back().step.what = "unlock, and sleep";
    told = sleep_on(e, o, deadline);
    note(e, deed::woken, o.kind, o.at, pc, told ? "is woken" : "its wait expires");
  }
  int error = 0;
  if (lock.owner == static_cast<int>(e.current)) {
    ++lock.depth;
  } else {
    await_lock(e, lock, free, strand::never, pc);
    error = own(e, lock, is_robust(m), pc);
  }
  return error != 0 || told ? error : ETIMEDOUT;
}

inline int notify_condition(execution& e, pthread_cond_t* c, bool all, std::uintptr_t pc) {
  e.turn(c);
  object& o = use(e, c, "cv", pc);
  e.did(o.at ^ 21);
  const std::size_t waiting = o.waiting.count();
  note(e, deed::notify, o.kind, o.at, pc, std::string(all ? "notify_all" : "notify_one") + ", waiting: " + std::to_string(waiting));
  notify(e, o, all ? max_threads : 1);
  return 0;
}

/// A semaphore's count is in its own first bytes until it is used here.
inline object& semaphore(execution& e, void* s, std::uintptr_t pc) {
  object* known = the_objects->find(e, address(s));
  object& o = use(e, s, "s", pc);
  if (known == nullptr) o.count = *static_cast<unsigned*>(s);
  return o;
}

inline int wait_semaphore(execution& e, void* s, bool may_wait, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(s);
  object& o = semaphore(e, s, pc);
  e.did(o.at ^ 22);
  if (o.count == 0 && !may_wait) return EAGAIN;
  while (o.count == 0) {
    note(e, deed::wait, o.kind, o.at, pc, "waits");
    if (!sleep_on(e, o, deadline) && o.count == 0) return ETIMEDOUT;
  }
  --o.count;
  take_knowledge(e, o.known);
  note(e, deed::modify, o.kind, o.at, pc, "is taken, left: " + std::to_string(o.count));
  return 0;
}

inline int post_semaphore(execution& e, void* s, std::uintptr_t pc) {
  e.turn(s);
  object& o = semaphore(e, s, pc);
  e.did(o.at ^ 23);
  if (o.count == SEM_VALUE_MAX) return EOVERFLOW;
  ++o.count;
  leave_knowledge(e, o.known);
  note(e, deed::notify, o.kind, o.at, pc, "is posted, now " + std::to_string(o.count));
  notify(e, o, 1);
  return 0;
}

/// How many threads meet is in a barrier's third number, where pthread_barrier_init leaves it.
inline object& barrier(execution& e, pthread_barrier_t* b, std::uintptr_t pc) {
  object* known = the_objects->find(e, address(b));
  object& o = use(e, b, "b", pc);
  if (known == nullptr) o.count = o.whole = reinterpret_cast<const unsigned*>(b)[2];
  if (o.whole == 0) e.fail(failure::kind::misuse, 0, "thread %u waits at a barrier that no call has initialised", e.current);
  return o;
}

inline int wait_barrier(execution& e, pthread_barrier_t* b, std::uintptr_t pc) {
  e.turn(b);
  object& o = barrier(e, b, pc);
  e.did(o.at ^ 24);
  leave_knowledge(e, o.known);
  if (--o.count == 0) {
    note(e, deed::notify, o.kind, o.at, pc, "the last arrives");
    take_knowledge(e, o.known);
    for (unsigned t = 0; t != e.threads; ++t)
      if (o.waiting.test(t)) e.all[t].known.join(o.known, true);  // of this round, and not of one that begins before they go on
    o.count = o.whole;
    o.known = {};
    notify(e, o, max_threads);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  note(e, deed::wait, o.kind, o.at, pc, "waits for " + std::to_string(o.count) + " more");
  sleep_on(e, o, strand::never);
  return 0;
}

/// Sleeps if the newest value is the expected one: the system looks, under a lock of its own. A waker of any of the bits lets it go on.
inline int wait_futex(execution& e, int* p, int expected, std::uint32_t bits, std::int64_t deadline, std::uintptr_t pc) {
  if (bits == 0) return EINVAL;
  e.turn(p);
  object& o = use(e, p, "f", pc);
  e.did(o.at ^ 25);
  if (*p != expected) return EAGAIN;
  note(e, deed::wait, o.kind, o.at, pc, "sleeps while it is " + std::to_string(expected));
  e.self().futex_bits = bits;
  return sleep_on(e, o, deadline) ? 0 : ETIMEDOUT;
}

/// Wakes those that sleep for one of the bits.
inline int wake_futex(execution& e, int* p, int most, std::uint32_t bits, std::uintptr_t pc) {
  e.turn(p);
  // The address may be of an object that is gone: a waker may come late, and the system does not look at what is there.
  object* const o = the_objects->find(e, address(p));
  e.did(address(p) ^ 26);
  thread_set sleepers;
  if (o != nullptr && *o->kind == 'f') sleepers = o->waiting;
  for (unsigned t = 0; t != e.threads; ++t)
    if ((e.all[t].futex_bits & bits) == 0) sleepers.reset(t);
  note(e, deed::notify, "f", address(p), pc, "wakes up to " + std::to_string(most) + ", waiting: " + std::to_string(sleepers.count()));
  return sleepers.none() ? 0 : static_cast<int>(notify(e, *o, sleepers, most));
}

}  // namespace weir::verify::checked

#endif
