// SPDX-License-Identifier: Apache-2.0
// Programs with locks as POSIX has them: one place used for one lock after another, locks taken twice, owners that are over.
#include "tests/verify/check/program_list.hpp"

#include <linux/futex.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <thread>

extern "C" {
// What C's pthread_cleanup_push and pthread_cleanup_pop are made of.
void __pthread_register_cancel(__pthread_unwind_buf_t* handler);
void __pthread_unregister_cancel(__pthread_unwind_buf_t* handler);
[[noreturn]] void __pthread_unwind_next(__pthread_unwind_buf_t* handler);
}

namespace {

void* start_of(void (*function)()) { return reinterpret_cast<void*>(function); }
void* call(void* function) {
  reinterpret_cast<void (*)()>(function)();
  return nullptr;
}
pthread_t start(void (*function)()) {
  pthread_t t;
  assert(::pthread_create(&t, nullptr, call, start_of(function)) == 0);
  return t;
}

/// The first is left locked, so that the second would never be had.
void a_mutex_is_written_over_while_it_is_held() {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&m);
  m = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_mutex_lock(&m);
}
void a_mutex_is_initialised_again() {
  static pthread_mutex_t m;
  for (int i = 0; i != 2; ++i) {
    ::pthread_mutex_init(&m, nullptr);
    assert(::pthread_mutex_trylock(&m) == 0);
  }
}

pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
int guarded = 0;
void add_alone() {
  ::pthread_rwlock_wrlock(&shared);
  ++guarded;
  ::pthread_rwlock_unlock(&shared);
}
void a_thread_shares_a_lock_with_itself() {
  const pthread_t t = start(add_alone);
  ::pthread_rwlock_rdlock(&shared);
  ::pthread_rwlock_rdlock(&shared);
  const int first = guarded;
  ::pthread_rwlock_unlock(&shared);
  assert(first == guarded && ::pthread_rwlock_trywrlock(&shared) == EBUSY);
  ::pthread_rwlock_unlock(&shared);
  ::pthread_join(t, nullptr);
}
void a_spin_lock_is_taken_twice() {
  static pthread_spinlock_t s;
  ::pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  ::pthread_spin_lock(&s);
  assert(::pthread_spin_trylock(&s) == EBUSY);
  ::pthread_spin_lock(&s);
}

pthread_mutex_t mutex;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
bool ready = false;
void make_mutex(int type, int robust) {
  pthread_mutexattr_t a;
  ::pthread_mutexattr_init(&a);
  ::pthread_mutexattr_settype(&a, type);
  ::pthread_mutexattr_setrobust(&a, robust);
  ::pthread_mutex_init(&mutex, &a);
}
void make_ready() {
  ::pthread_mutex_lock(&mutex);
  ready = true;
  ::pthread_cond_signal(&condition);
  ::pthread_mutex_unlock(&mutex);
}
void wait_until_ready(int depth) {
  make_mutex(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
  for (int i = 0; i != depth; ++i) ::pthread_mutex_lock(&mutex);
  const pthread_t t = start(make_ready);
  while (!ready) ::pthread_cond_wait(&condition, &mutex);
  for (int i = 0; i != depth; ++i) assert(::pthread_mutex_unlock(&mutex) == 0);
  assert(::pthread_mutex_unlock(&mutex) == EPERM);
  ::pthread_join(t, nullptr);
}
void a_wait_gives_up_a_recursive_mutex() { wait_until_ready(1); }
/// The C library gives up one of the two.
void a_wait_with_a_mutex_that_is_locked_twice() { wait_until_ready(2); }

/// The system does not look at what is at the address.
void a_mutex_where_a_futex_was() {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  const auto wake = [] { ::syscall(SYS_futex, &m, FUTEX_WAKE_PRIVATE, 1); };
  wake();
  ::pthread_mutex_lock(&m);
  std::thread late(wake);
  late.join();
  assert(::pthread_mutex_trylock(&m) == EBUSY);
  ::pthread_mutex_unlock(&m);
}

void lock_and_end() { ::pthread_mutex_lock(&mutex); }
void a_robust_mutex_is_made_consistent() {
  make_mutex(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  assert(::pthread_mutex_consistent(&mutex) == EINVAL);
  const pthread_t t = start(lock_and_end);
  const int found = ::pthread_mutex_lock(&mutex);  // before, or after the other has had it and is over
  if (found == EOWNERDEAD) assert(::pthread_mutex_consistent(&mutex) == 0);
  assert(found == 0 || found == EOWNERDEAD);
  ::pthread_mutex_unlock(&mutex);
  ::pthread_join(t, nullptr);
  if (found == EOWNERDEAD) assert(::pthread_mutex_trylock(&mutex) == 0);
  if (found == 0) assert(::pthread_mutex_trylock(&mutex) == EOWNERDEAD && ::pthread_mutex_consistent(&mutex) == 0);
  assert(::pthread_mutex_unlock(&mutex) == 0 && ::pthread_mutex_unlock(&mutex) == EPERM && ::pthread_mutex_destroy(&mutex) == 0);
}
void lock_what_is_lost() {
  const int found = ::pthread_mutex_lock(&mutex);
  assert(found == EOWNERDEAD || found == ENOTRECOVERABLE);
  if (found == EOWNERDEAD) ::pthread_mutex_unlock(&mutex);
}
void a_robust_mutex_is_lost() {
  make_mutex(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ROBUST);
  ::pthread_join(start(lock_and_end), nullptr);
  const pthread_t all[] = {start(lock_what_is_lost), start(lock_what_is_lost)};
  for (const pthread_t t : all) ::pthread_join(t, nullptr);
  assert(::pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE && ::pthread_mutex_consistent(&mutex) == EINVAL);
  assert(::pthread_mutex_destroy(&mutex) == 0);
}
void a_mutex_that_is_not_robust() {
  make_mutex(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED);
  ::pthread_join(start(lock_and_end), nullptr);
  ::pthread_mutex_lock(&mutex);
}
/// The waiter has the mutex again when its owner is over.
void a_condition_with_a_robust_mutex() {
  make_mutex(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
  ::pthread_mutex_lock(&mutex);
  const pthread_t t = start([] {
    ::pthread_mutex_lock(&mutex);
    ready = true;
    ::pthread_cond_signal(&condition);
  });
  int found = 0;
  while (!ready) found = ::pthread_cond_wait(&condition, &mutex);
  assert(found == EOWNERDEAD && ::pthread_mutex_consistent(&mutex) == 0 && ::pthread_mutex_unlock(&mutex) == 0);
  ::pthread_join(t, nullptr);
}

void nothing() {}
int lines = 0;
void write_two() {
  ::flockfile(stdout);
  ::flockfile(stdout);
  std::printf("%d", ++lines);
  std::this_thread::yield();
  ::funlockfile(stdout);
  std::printf("%d\n", ++lines);
  ::funlockfile(stdout);
}
void a_stream_is_locked() {
  std::thread t(write_two);
  write_two();
  t.join();
  assert(lines == 4 && ::ftrylockfile(stdout) == 0);
  std::thread other([] { assert(::ftrylockfile(stdout) != 0); });
  other.join();
  ::funlockfile(stdout);
}
/// Calls the function when a thread is in `inner` and exits.
template <class Handler, class Inner>
void with_cleanup(Handler handler, Inner inner) {
  __pthread_unwind_buf_t here;
  if (::__sigsetjmp(reinterpret_cast<__jmp_buf_tag*>(here.__cancel_jmp_buf), 0) != 0) {
    handler();
    ::__pthread_unwind_next(&here);
  }
  ::__pthread_register_cancel(&here);
  inner();
  ::__pthread_unregister_cancel(&here);
}
void unlock() { ::pthread_mutex_unlock(&mutex); }
void exit_in_two() {
  with_cleanup(nothing, nothing);
  ::pthread_mutex_lock(&mutex);
  with_cleanup(unlock, [] { with_cleanup([] { guarded = 1; }, [] { ::pthread_exit(nullptr); }); });
}
void handlers_of_c_when_a_thread_exits() {
  make_mutex(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED);
  const pthread_t t = start(exit_in_two);
  ::pthread_join(t, nullptr);
  ::pthread_mutex_lock(&mutex);
  assert(guarded == 1);
  ::pthread_mutex_unlock(&mutex);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(
      argc, argv,
      {{"a_mutex_is_written_over_while_it_is_held", "MISUSE: a lock was written over while a thread held it",
        a_mutex_is_written_over_while_it_is_held},
       {"a_mutex_is_initialised_again", passes, a_mutex_is_initialised_again},
       {"a_thread_shares_a_lock_with_itself", passes, a_thread_shares_a_lock_with_itself},
       {"a_spin_lock_is_taken_twice", "DEADLOCK: thread 0 waits for a spin lock that it holds itself", a_spin_lock_is_taken_twice},
       {"a_wait_gives_up_a_recursive_mutex", passes, a_wait_gives_up_a_recursive_mutex},
       {"a_wait_with_a_mutex_that_is_locked_twice", "DEADLOCK: every thread waits for another", a_wait_with_a_mutex_that_is_locked_twice},
       {"a_mutex_where_a_futex_was", passes, a_mutex_where_a_futex_was},
       {"a_robust_mutex_is_made_consistent", passes, a_robust_mutex_is_made_consistent},
       {"a_robust_mutex_is_lost", passes, a_robust_mutex_is_lost},
       {"a_mutex_that_is_not_robust", "DEADLOCK: every thread waits for another", a_mutex_that_is_not_robust},
       {"a_condition_with_a_robust_mutex", passes, a_condition_with_a_robust_mutex},
       {"a_stream_is_locked", passes, a_stream_is_locked},
       {"handlers_of_c_when_a_thread_exits", passes, handlers_of_c_when_a_thread_exits}});
}
