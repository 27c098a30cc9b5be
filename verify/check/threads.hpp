// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_THREADS_HPP
#define WEIR_VERIFY_CHECK_THREADS_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/waits.hpp>
#include <weir/verify/check/world.hpp>

#include <pthread.h>
#include <unwind.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

// The life of a thread under check.

namespace weir::verify::checked {

inline pthread_t handle_of(const strand& s) { return static_cast<pthread_t>(s.flow.storage()); }

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

[[noreturn]] inline void leave_thread() {
  execution& e = *the_execution;
  e.turn();
  strand& me = e.self();
  note(e, deed::end, "", 0, 0, "ends");
  e.did(30);
  e.wake_all(me.joiners);
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

/// The first thread runs the body, as a program runs main, and then destroys the static objects that were made in it.
inline void main_thread() {
  world& w = *the_world;
  std::copy(std::begin(the_earlier_keys.value), std::end(the_earlier_keys.value), w.run.self().keys);
  w.run.user = true;
  w.body(w.context);
  w.run.user = false;
  strand& me = w.run.self();
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
  *handle = handle_of(*s);
  e.did(31);
  note(e, deed::start, "t", s->flow.storage(), pc, "is started");
  return 0;
}

inline int join_thread(pthread_t handle, void** result, std::int64_t deadline, std::uintptr_t pc) {
  execution& e = *the_execution;
  e.turn();
  strand& s = strand_of(handle, "pthread_join");
  if (s.detached || s.joined) e.fail(failure::kind::misuse, 0, "a thread is joined that was detached or joined before");
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

/// Unwinds the running thread, so that the destructors of what is on its stack run, and ends it.
[[noreturn]] inline void exit_thread(void* result) {
  strand& me = the_execution->self();
  me.result = result;
  the_execution->user = true;
  const auto stop = [](int, _Unwind_Action what, _Unwind_Exception_Class, _Unwind_Exception*, _Unwind_Context*, void*) {
    if ((what & _UA_END_OF_STACK) == 0) return _URC_NO_REASON;
    the_execution->user = false;
    end_thread();
  };
  me.leaving = {};
  _Unwind_ForcedUnwind(&me.leaving, stop, nullptr);
  the_execution->user = false;
  end_thread();  // where there is nothing to unwind
}

}  // namespace weir::verify::checked

#endif
