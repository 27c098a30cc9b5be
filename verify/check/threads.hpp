// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_THREADS_HPP
#define WEIR_VERIFY_CHECK_THREADS_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/waits.hpp>
#include <weir/verify/check/world.hpp>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>

// The life of a thread under check.

namespace weir::verify::checked {

inline pthread_t handle_of(const strand& s) { return static_cast<pthread_t>(s.flow.storage()); }

/// The system's number for it: the first thread's is the process's.
inline pid_t number_of_thread() { return ::getpid() + static_cast<pid_t>(the_execution->current); }

inline strand& strand_of(pthread_t handle, const char* call) {
  execution& e = *the_execution;
  for (unsigned t = 0; t != e.threads; ++t)
    if (handle_of(e.all[t]) == handle) return e.all[t];
  e.fail(failure::kind::misuse, 0, "%s is called with a thread that this execution has not started", call);
}

/// Destructors of objects, the youngest first.
inline void run_ends(at_end* all, std::size_t& count) {
  while (count != 0) {
    const at_end last = all[--count];
    outside there;
    last.call(last.argument);
  }
}

/// Destructors of thread_local objects, then those of keys, which may set keys again.
inline void run_ends_of_thread() {
  strand& me = the_execution->self();
  run_ends(me.ends, me.end_count);
  for (int round = 0; round != 4; ++round) {
    for (std::size_t k = 0; k != strand::most_keys; ++k) {
      void* const held = me.keys[k];
      me.keys[k] = nullptr;
      if (held == nullptr || !the_world->keys.used[k] || the_world->keys.destroy[k] == nullptr) continue;
      outside there;
      the_world->keys.destroy[k](held);
    }
  }
}

/// The running thread ends the program with all its threads. `destroys`: its thread_local objects and the static ones are destroyed, as exit does.
[[noreturn]] inline void end_program(bool destroys) {
  world& w = *the_world;
  strand& me = w.run.self();
  if (destroys) {
    run_ends(me.ends, me.end_count);
    run_ends(w.ends, w.end_count);
  }
  me.flow.stays();
  w.run.leave();
}

[[noreturn]] inline void leave_thread() {
  execution& e = *the_execution;
  e.turn();
  strand& me = e.self();
  note(e, deed::end, "", 0, 0, "ends");
  e.did(30);
  orphan_locks(e);
  e.wake_all(me.joiners);
  if (the_world->whole && e.is_last()) end_program(true);  // as if it had called exit
  e.finish();
}

[[noreturn]] inline void end_thread() {
  run_ends_of_thread();
  leave_thread();
}

inline void thread_main() {
  strand& me = the_execution->self();
  the_execution->user = true;
  void* const result = me.start(me.argument);
  the_execution->user = false;
  me.result = result;
  end_thread();
}

/// The first thread runs the body, as a program runs main, and then destroys the static objects that were made in it.
inline void main_thread() {
  world& w = *the_world;
  strand& me = w.run.self();
  std::copy(std::begin(the_earlier_keys.value), std::end(the_earlier_keys.value), me.keys);
  me.blocked_signals = w.signals_told.mask();
  me.signal_stack = {nullptr, SS_DISABLE, 0};
  std::strncpy(me.name, program_invocation_short_name, sizeof me.name - 1);
  w.run.user = true;
  w.body(w.context);
  w.run.user = false;
  run_ends(me.ends, me.end_count);
  run_ends(w.ends, w.end_count);
  leave_thread();  // keys have no destructors called when main returns
}

inline int start_thread(pthread_t* handle, bool detached, void* (*start)(void*), void* argument, std::uintptr_t pc) {
  execution& e = *the_execution;
  e.turn();
  strand* const s = e.add(start, argument, &thread_main);
  if (s == nullptr) e.fail(failure::kind::refused, 0, "one execution starts more than %d threads", max_threads - 1);
  e.self().known.happened.go_on(e.current);
  s->detached = detached;
  s->blocked_signals = e.self().blocked_signals;
  s->signal_stack = {nullptr, SS_DISABLE, 0};
  std::copy(std::begin(e.self().name), std::end(e.self().name), s->name);
  *handle = handle_of(*s);
  e.did(31);
  note(e, deed::start, "t", s->flow.storage(), pc, "is started");
  return 0;
}

inline int join_thread(pthread_t handle, void** result, bool may_wait, std::int64_t deadline, std::uintptr_t pc) {
  execution& e = *the_execution;
  e.turn();
  strand& s = strand_of(handle, "pthread_join");
  if (s.detached || s.joined) e.fail(failure::kind::misuse, 0, "a thread is joined that was detached or joined before");
  if (!may_wait && s.state != strand::status::over) return EBUSY;
  if (&s == &e.self()) return EDEADLK;
  note(e, deed::join, "t", s.flow.storage(), pc, "is joined");
  while (s.state != strand::status::over) {
    s.joiners.set(e.current);
    const bool in_time = e.block(deadline);
    s.joiners.reset(e.current);
    if (!in_time && s.state != strand::status::over) return ETIMEDOUT;
  }
  s.joined = true;
  take_knowledge(e, s.known);
  e.did(32);
  if (result != nullptr) *result = s.result;
  return 0;
}

inline int detach_thread(pthread_t handle) {
  strand& s = strand_of(handle, "pthread_detach");
  if (s.detached || s.joined) the_execution->fail(failure::kind::misuse, 0, "a thread is detached that was detached or joined before");
  s.detached = true;
  return 0;
}

/// C without exceptions has its handlers in a list, and code that calls each is gone to as by longjmp. A later one's place is further down the stack.
inline void push_cleanup(strand& me, __pthread_unwind_buf_t* handler) {
  handler->__pad[0] = me.cleanup;
  handler->__pad[1] = reinterpret_cast<void*>(me.depth);
  me.cleanup = handler;
}
inline void pop_cleanup(strand& me, const __pthread_unwind_buf_t* handler) {
  me.cleanup = static_cast<__pthread_unwind_buf_t*>(handler->__pad[0]);
}
inline void run_cleanup_above(strand& me, std::uintptr_t frame) {
  if (me.cleanup == nullptr || address(me.cleanup) >= frame) return;
  me.depth = reinterpret_cast<std::uintptr_t>(me.cleanup->__pad[1]);
  ::longjmp(reinterpret_cast<__jmp_buf_tag*>(me.cleanup->__cancel_jmp_buf), 1);
}

/// Unwinds the running thread, so that the destructors of what is on its stack and the handlers of C run, and ends it.
[[noreturn]] inline void exit_thread(void* result) {
  strand& me = the_execution->self();
  me.result = result;
  the_execution->user = true;
  const auto stop = [](int, _Unwind_Action what, _Unwind_Exception_Class, _Unwind_Exception*, _Unwind_Context* context, void*) {
    const bool ends = (what & _UA_END_OF_STACK) != 0;
    run_cleanup_above(the_execution->self(), ends ? std::numeric_limits<std::uintptr_t>::max() : _Unwind_GetCFA(context));
    if (!ends) return _URC_NO_REASON;
    the_execution->user = false;
    end_thread();
  };
  me.leaving = {};
  _Unwind_ForcedUnwind(&me.leaving, stop, nullptr);
  run_cleanup_above(me, std::numeric_limits<std::uintptr_t>::max());  // where there is nothing to unwind
  the_execution->user = false;
  end_thread();
}

}  // namespace weir::verify::checked

#endif
