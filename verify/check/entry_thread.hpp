// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_THREAD_HPP
#define WEIR_VERIFY_CHECK_ENTRY_THREAD_HPP

#include <weir/verify/check/foreign.hpp>
#include <weir/verify/check/threads.hpp>
#include <weir/verify/check/time.hpp>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

// pthread_create and all that belongs to the life of a thread.

using namespace weir::verify::checked;

namespace weir::verify::checked {

/// Attributes without a size give the system's own, which may be larger.
inline void refuse_large_stack(const pthread_attr_t& attributes) {
  std::size_t size = 0;
  ::pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_t none;
  std::size_t usual = 0;
  ::pthread_attr_init(&none);
  ::pthread_attr_getstacksize(&none, &usual);
  ::pthread_attr_destroy(&none);
  if (size <= stack_bytes || size == usual) return;
  the_execution->fail(failure::kind::refused, 0, "the program asks for a stack of %zu bytes for a thread: here each has 8 MB", size);
}

}  // namespace weir::verify::checked

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  if (!under_check()) {
    static auto* const real = behind(&pthread_create, "pthread_create");
    return real(handle, attributes, start, argument);
  }
  inside here;
  refuse_foreign(caller(), "starts a thread");
  refuse_foreign(reinterpret_cast<std::uintptr_t>(start), "has code that a thread runs");
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    ::pthread_attr_getdetachstate(attributes, &detached);
    the_execution->place = caller();
    refuse_large_stack(*attributes);
  }
  return start_thread(handle, detached == PTHREAD_CREATE_DETACHED, start, argument, caller());
}
int pthread_join(pthread_t handle, void** result) {
  if (!under_check()) return behind(&pthread_join, "pthread_join")(handle, result);
  inside here;
  return join_thread(handle, result, true, strand::never, caller());
}
int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* until) {
  if (!under_check()) return behind(&pthread_timedjoin_np, "pthread_timedjoin_np")(handle, result, until);
  inside here;
  return join_thread(handle, result, true, deadline_at(CLOCK_REALTIME, until), caller());
}
int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* until) {
  if (!under_check()) return behind(&pthread_clockjoin_np, "pthread_clockjoin_np")(handle, result, clock, until);
  inside here;
  return join_thread(handle, result, true, deadline_at(clock, until), caller());
}
int pthread_tryjoin_np(pthread_t handle, void** result) {
  if (!under_check()) return behind(&pthread_tryjoin_np, "pthread_tryjoin_np")(handle, result);
  inside here;
  return join_thread(handle, result, false, strand::never, caller());
}
int pthread_detach(pthread_t handle) {
  if (!under_check()) return behind(&pthread_detach, "pthread_detach")(handle);
  inside here;
  return detach_thread(handle);
}
void pthread_exit(void* result) {
  if (!under_check()) {
    behind(&pthread_exit, "pthread_exit")(result);
    __builtin_unreachable();
  }
  exit_thread(result);
}
// What C's pthread_cleanup_push and pthread_cleanup_pop are made of.
void __pthread_register_cancel(__pthread_unwind_buf_t* handler) {
  if (!under_check()) return behind(&__pthread_register_cancel, "__pthread_register_cancel")(handler);
  push_cleanup(the_execution->self(), handler);
}
void __pthread_register_cancel_defer(__pthread_unwind_buf_t* handler) { __pthread_register_cancel(handler); }
void __pthread_unregister_cancel(__pthread_unwind_buf_t* handler) {
  if (!under_check()) return behind(&__pthread_unregister_cancel, "__pthread_unregister_cancel")(handler);
  pop_cleanup(the_execution->self(), handler);
}
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* handler) { __pthread_unregister_cancel(handler); }
void __pthread_unwind_next(__pthread_unwind_buf_t* handler) {
  if (!under_check()) {
    behind(&__pthread_unwind_next, "__pthread_unwind_next")(handler);
    __builtin_unreachable();
  }
  strand& me = the_execution->self();
  pop_cleanup(me, handler);
  exit_thread(me.result);
}

pthread_t pthread_self() {
  if (!under_check()) return behind(&pthread_self, "pthread_self")();
  return handle_of(the_execution->self());
}

int pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) {
  if (!under_check()) {
    const int error = behind(&pthread_key_create, "pthread_key_create")(key, destroy);
    if (error == 0 && the_world == nullptr && *key < thread_keys::most) {
      the_earlier_keys.all.make(*key, destroy);
      the_earlier_keys.value[*key] = nullptr;
    }
    return error;
  }
  for (pthread_key_t k = 0; k != thread_keys::most; ++k) {
    if (the_world->keys.used[k]) continue;
    the_world->keys.make(k, destroy);
    *key = k;
    return 0;
  }
  refuse("one execution has more keys of thread-specific data than there are places for");
}
int pthread_key_delete(pthread_key_t key) {
  if (!under_check()) {
    if (the_world == nullptr && key < thread_keys::most) the_earlier_keys.all.used[key] = false;
    return behind(&pthread_key_delete, "pthread_key_delete")(key);
  }
  if (!the_world->keys.has(key)) return EINVAL;
  the_world->keys.used[key] = false;
  for (unsigned t = 0; t != the_execution->threads; ++t) the_execution->all[t].keys[key] = nullptr;
  return 0;
}
void* pthread_getspecific(pthread_key_t key) {
  if (!under_check()) return behind(&pthread_getspecific, "pthread_getspecific")(key);
  return key < thread_keys::most ? the_execution->self().keys[key] : nullptr;
}
int pthread_setspecific(pthread_key_t key, const void* value) {
  if (!under_check()) {
    if (the_world == nullptr && key < thread_keys::most && ::gettid() == ::getpid()) the_earlier_keys.value[key] = const_cast<void*>(value);
    return behind(&pthread_setspecific, "pthread_setspecific")(key, value);
  }
  if (key >= thread_keys::most) refuse("a key of thread-specific data has a higher number than there are places for");
  if (!the_world->keys.has(key)) return EINVAL;
  the_execution->self().keys[key] = const_cast<void*>(value);
  return 0;
}

int sched_yield() {
  if (!under_check()) return behind(&sched_yield, "sched_yield")();
  inside here;
  the_execution->turn(nullptr, true);
  note(*the_execution, deed::yield, "", 0, caller(), "yields");
  the_execution->did(41);
  return 0;
}
int sched_getcpu() { return 0; }
/// Two processors, on any machine: what a program makes of them is the same everywhere.
int sched_getaffinity(pid_t, std::size_t size, cpu_set_t* set) {
  std::memset(static_cast<void*>(set), 0, size);
  if (size != 0) *reinterpret_cast<unsigned char*>(set) = 3;
  return 0;
}
int pthread_getaffinity_np(pthread_t, std::size_t size, cpu_set_t* set) { return sched_getaffinity(0, size, set); }
int get_nprocs() { return 2; }

// Where a thread runs changes nothing of what it does.
int pthread_setaffinity_np(pthread_t, std::size_t, const cpu_set_t*) { return 0; }
int pthread_setschedparam(pthread_t, int, const sched_param*) { return 0; }
int pthread_setschedprio(pthread_t, int) { return 0; }
// No thread is cancelled, so these are only remembered.
int pthread_setcancelstate(int state, int* before) {
  if (!under_check()) return behind(&pthread_setcancelstate, "pthread_setcancelstate")(state, before);
  const int was = std::exchange(the_execution->self().cancel_state, state);
  if (before != nullptr) *before = was;
  return 0;
}
int pthread_setcanceltype(int type, int* before) {
  if (!under_check()) return behind(&pthread_setcanceltype, "pthread_setcanceltype")(type, before);
  const int was = std::exchange(the_execution->self().cancel_type, type);
  if (before != nullptr) *before = was;
  return 0;
}
}

#endif
