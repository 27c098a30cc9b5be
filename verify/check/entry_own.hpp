// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_OWN_HPP
#define WEIR_VERIFY_CHECK_ENTRY_OWN_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/threads.hpp>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

// What a thread may ask of itself or of another: its number, its name, its stack. The C library would answer for the one thread that the system knows of.

using namespace weir::verify::checked;

extern "C" {

pid_t gettid() noexcept {
  if (!under_check()) return behind(&gettid, "gettid")();
  return number_of_thread();
}
int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!under_check()) return 0;
  inside here;
  strand& s = strand_of(handle, "pthread_setname_np");
  if (std::strlen(name) >= sizeof s.name) return ERANGE;
  std::strcpy(s.name, name);
  return 0;
}
int pthread_getname_np(pthread_t handle, char* name, std::size_t size) noexcept {
  if (!under_check()) return behind(&pthread_getname_np, "pthread_getname_np")(handle, name, size);
  inside here;
  const strand& s = strand_of(handle, "pthread_getname_np");
  if (size <= std::strlen(s.name)) return ERANGE;
  std::strcpy(name, s.name);
  return 0;
}
int pthread_getattr_np(pthread_t handle, pthread_attr_t* a) noexcept {
  if (!under_check()) return behind(&pthread_getattr_np, "pthread_getattr_np")(handle, a);
  inside here;
  const strand& s = strand_of(handle, "pthread_getattr_np");
  if (const int error = ::pthread_attr_init(a)) return error;
  ::pthread_attr_setdetachstate(a, s.detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  ::pthread_attr_setguardsize(a, fiber::guard);
  const std::uintptr_t begin = s.flow.stack_begin() + fiber::guard;
  return ::pthread_attr_setstack(a, reinterpret_cast<void*>(begin), s.flow.stack_end() - begin);
}
int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) noexcept {
  if (!under_check()) return behind(&pthread_getschedparam, "pthread_getschedparam")(handle, policy, parameters);
  *policy = SCHED_OTHER;
  parameters->sched_priority = 0;
  return 0;
}
/// All clocks go together.
int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) noexcept {
  if (!under_check()) return behind(&pthread_getcpuclockid, "pthread_getcpuclockid")(handle, clock);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
}

#endif
