// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_WAITS_HPP
#define WEIR_VERIFY_CHECK_WAITS_HPP

#include <weir/verify/check/locks.hpp>
#include <weir/verify/check/operations.hpp>

#include <pthread.h>

#include <cerrno>
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

/// Lets up to `most` sleepers go on, of more any. Returns how many.
inline unsigned notify(execution& e, object& o, std::int64_t most) {
  unsigned told = 0;
  for (; o.waiting.any() && told < most; ++told) {
    const auto sleepers = static_cast<unsigned>(o.waiting.count());
    unsigned n = most < sleepers ? e.choose(sleepers, choice::any) : 0;
    unsigned t = 0;
    while (!o.waiting.test(t) || n-- != 0) ++t;
    o.waiting.reset(t);
    o.woken.set(t);
    e.wake(t);
  }
  return told;
}

inline int wait_condition(execution& e, pthread_cond_t* c, pthread_mutex_t* m, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(m);
  object& o = use(e, c, "cv", pc);
  object& lock = use(e, m, "m", pc);
  e.did(o.at ^ 20);
  if (lock.owner != static_cast<int>(e.current))
    e.fail(failure::kind::misuse, 0, "thread %u waits on a condition variable without its mutex", e.current);
  note(e, deed::wait, o.kind, o.at, pc, "waits");
  const std::uint32_t depth = lock.depth;
  lock.depth = 1;
  give_up(e, lock, pc);
  bool told = true;
  if (e.spurious != 0 && e.choose(2, choice::odd_failure) != 0) {
    --e.spurious;
    note(e, deed::woken, o.kind, o.at, pc, "wakes for no reason");
    e.turn(nullptr, true);
  } else {
    if (e.recording) e.past.entries().back().step.what = "unlock, and sleep";
    told = sleep_on(e, o, deadline);
    note(e, deed::woken, o.kind, o.at, pc, told ? "is woken" : "its wait expires");
  }
  await_lock(
      e, lock, [&lock] { return lock.owner == object::none; }, strand::never, pc);
  lock.owner = static_cast<int>(e.current);
  lock.depth = depth;
  take_knowledge(e, lock.known);
  note(e, deed::lock, lock.kind, lock.at, pc, "lock");
  return told ? 0 : ETIMEDOUT;
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
  ++o.count;
  leave_knowledge(e, o.known);
  note(e, deed::notify, o.kind, o.at, pc, "is posted, now " + std::to_string(o.count));
  notify(e, o, 1);
  return 0;
}

inline int wait_barrier(execution& e, pthread_barrier_t* b, std::uintptr_t pc) {
  e.turn(b);
  object& o = use(e, b, "b", pc);
  e.did(o.at ^ 24);
  leave_knowledge(e, o.known);
  if (--o.count == 0) {
    o.count = o.whole;
    ++o.round;
    o.shared = o.known;
    o.known = {};
    note(e, deed::notify, o.kind, o.at, pc, "the last arrives");
    notify(e, o, max_threads);
    take_knowledge(e, o.shared);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  note(e, deed::wait, o.kind, o.at, pc, "waits for " + std::to_string(o.count) + " more");
  for (const std::uint32_t round = o.round; round == o.round;) sleep_on(e, o, strand::never);
  take_knowledge(e, o.shared);
  return 0;
}

/// Sleeps if the newest value is the expected one: the system looks, under a lock of its own.
inline int wait_futex(execution& e, int* p, int expected, std::int64_t deadline, std::uintptr_t pc) {
  e.turn(p);
  object& o = use(e, p, "f", pc);
  e.did(o.at ^ 25);
  if (*p != expected) return EAGAIN;
  note(e, deed::wait, o.kind, o.at, pc, "sleeps while it is " + std::to_string(expected));
  return sleep_on(e, o, deadline) ? 0 : ETIMEDOUT;
}

inline int wake_futex(execution& e, int* p, int most, std::uintptr_t pc) {
  e.turn(p);
  // The address may be of an object that is gone: a waker may come late, and the system does not look at what is there.
  object& o = the_objects->at(e, p, "f");
  e.did(o.at ^ 26);
  note(e, deed::notify, o.kind, o.at, pc, "wakes up to " + std::to_string(most) + ", waiting: " + std::to_string(o.waiting.count()));
  return static_cast<int>(notify(e, o, most));
}

}  // namespace weir::verify::checked

#endif
