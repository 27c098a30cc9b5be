// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENTRY_REFUSED_HPP
#define WEIR_VERIFY_CHECK_ENTRY_REFUSED_HPP

#include <weir/verify/check/entry.hpp>
#include <weir/verify/check/world.hpp>

#include <cstdint>

// Calls of the system whose outcome no scheduler decides. A program under check that makes one is refused, and gets no verdict.

using namespace weir::verify::checked;

namespace weir::verify::checked {

template <class... Args>
long refused_call(const char* name, std::uintptr_t pc, Args... args) {
  if (!under_check() || the_world->globals.of_system(pc)) {
    auto* const real = reinterpret_cast<long (*)(Args...)>(::dlsym(RTLD_NEXT, name));
    return real(args...);
  }
  the_execution->user = false;
  note(*the_execution, deed::other, "", 0, pc, std::string("calls ") + name);
  the_execution->fail(failure::kind::refused, 0, "the program calls %s, which is not under control", name);
}

}  // namespace weir::verify::checked

// Six arguments are passed on, whatever the call takes: in registers they do no harm. The names are given to the assembler, as the C library's
// headers declare the calls otherwise. They are weak: a program may have a function of its own that is called `send`.
#define WEIR_CHECK_REFUSED(name)                                                                    \
  extern "C" long weir_check_##name(long a, long b, long c, long d, long e, long f) __asm__(#name); \
  extern "C" [[gnu::weak]] long weir_check_##name(long a, long b, long c, long d, long e, long f) { \
    return refused_call(#name, caller(), a, b, c, d, e, f);                                         \
  }

// A socket alone does nothing: programs make one to see what the system has.
WEIR_CHECK_REFUSED(bind)
WEIR_CHECK_REFUSED(listen)
WEIR_CHECK_REFUSED(sendto)
WEIR_CHECK_REFUSED(sendmsg)
WEIR_CHECK_REFUSED(recvfrom)
WEIR_CHECK_REFUSED(recvmsg)
WEIR_CHECK_REFUSED(socketpair)
WEIR_CHECK_REFUSED(connect)
WEIR_CHECK_REFUSED(accept)
WEIR_CHECK_REFUSED(accept4)
WEIR_CHECK_REFUSED(recv)
WEIR_CHECK_REFUSED(send)
WEIR_CHECK_REFUSED(poll)
WEIR_CHECK_REFUSED(ppoll)
WEIR_CHECK_REFUSED(select)
WEIR_CHECK_REFUSED(pselect)
WEIR_CHECK_REFUSED(epoll_create)
WEIR_CHECK_REFUSED(epoll_create1)
WEIR_CHECK_REFUSED(epoll_wait)
WEIR_CHECK_REFUSED(epoll_pwait)
WEIR_CHECK_REFUSED(epoll_pwait2)
WEIR_CHECK_REFUSED(inotify_init)
WEIR_CHECK_REFUSED(inotify_init1)
WEIR_CHECK_REFUSED(signalfd)
WEIR_CHECK_REFUSED(eventfd)
WEIR_CHECK_REFUSED(timerfd_create)
WEIR_CHECK_REFUSED(pipe)
WEIR_CHECK_REFUSED(pipe2)
// C's threads, locks and keys: the C library makes them of its own functions, without calling those of pthreads by their names.
WEIR_CHECK_REFUSED(thrd_create)
WEIR_CHECK_REFUSED(thrd_join)
WEIR_CHECK_REFUSED(thrd_detach)
WEIR_CHECK_REFUSED(thrd_exit)
WEIR_CHECK_REFUSED(mtx_lock)
WEIR_CHECK_REFUSED(mtx_timedlock)
WEIR_CHECK_REFUSED(mtx_trylock)
WEIR_CHECK_REFUSED(mtx_unlock)
WEIR_CHECK_REFUSED(cnd_wait)
WEIR_CHECK_REFUSED(cnd_timedwait)
WEIR_CHECK_REFUSED(cnd_signal)
WEIR_CHECK_REFUSED(cnd_broadcast)
WEIR_CHECK_REFUSED(tss_create)
WEIR_CHECK_REFUSED(thrd_current)
WEIR_CHECK_REFUSED(thrd_sleep)
WEIR_CHECK_REFUSED(thrd_yield)
WEIR_CHECK_REFUSED(fork)
WEIR_CHECK_REFUSED(vfork)
WEIR_CHECK_REFUSED(execve)
WEIR_CHECK_REFUSED(execvp)
WEIR_CHECK_REFUSED(execv)
WEIR_CHECK_REFUSED(execvpe)
WEIR_CHECK_REFUSED(execl)
WEIR_CHECK_REFUSED(execle)
WEIR_CHECK_REFUSED(execlp)
WEIR_CHECK_REFUSED(execveat)
WEIR_CHECK_REFUSED(fexecve)
WEIR_CHECK_REFUSED(system)
WEIR_CHECK_REFUSED(popen)
WEIR_CHECK_REFUSED(posix_spawn)
WEIR_CHECK_REFUSED(posix_spawnp)
WEIR_CHECK_REFUSED(waitpid)
WEIR_CHECK_REFUSED(wait)
WEIR_CHECK_REFUSED(wait3)
WEIR_CHECK_REFUSED(wait4)
WEIR_CHECK_REFUSED(waitid)
WEIR_CHECK_REFUSED(kill)
WEIR_CHECK_REFUSED(pthread_kill)
WEIR_CHECK_REFUSED(pthread_sigqueue)
WEIR_CHECK_REFUSED(raise)
WEIR_CHECK_REFUSED(gsignal)
WEIR_CHECK_REFUSED(killpg)
WEIR_CHECK_REFUSED(sigqueue)
WEIR_CHECK_REFUSED(tgkill)
WEIR_CHECK_REFUSED(pthread_cancel)
WEIR_CHECK_REFUSED(timer_create)
WEIR_CHECK_REFUSED(setitimer)
WEIR_CHECK_REFUSED(alarm)
WEIR_CHECK_REFUSED(ualarm)
WEIR_CHECK_REFUSED(pause)
WEIR_CHECK_REFUSED(sigsuspend)
WEIR_CHECK_REFUSED(sigpause)
WEIR_CHECK_REFUSED(sigwait)
WEIR_CHECK_REFUSED(sigwaitinfo)
WEIR_CHECK_REFUSED(sigtimedwait)
WEIR_CHECK_REFUSED(sigset)
WEIR_CHECK_REFUSED(sigignore)
WEIR_CHECK_REFUSED(sighold)
WEIR_CHECK_REFUSED(sigrelse)
WEIR_CHECK_REFUSED(siginterrupt)
WEIR_CHECK_REFUSED(sigblock)
WEIR_CHECK_REFUSED(sigsetmask)
WEIR_CHECK_REFUSED(on_exit)
WEIR_CHECK_REFUSED(shm_open)
WEIR_CHECK_REFUSED(mq_open)
WEIR_CHECK_REFUSED(sem_open)
WEIR_CHECK_REFUSED(semget)
WEIR_CHECK_REFUSED(semop)
WEIR_CHECK_REFUSED(semtimedop)
WEIR_CHECK_REFUSED(msgget)
WEIR_CHECK_REFUSED(msgsnd)
WEIR_CHECK_REFUSED(msgrcv)
WEIR_CHECK_REFUSED(shmget)

/// Of no file: the handle of the program itself, which loads nothing.
extern "C" void* weir_check_dlopen(const char* file, int mode) __asm__("dlopen");
extern "C" [[gnu::weak]] void* weir_check_dlopen(const char* file, int mode) {
  if (file == nullptr) return behind(&weir_check_dlopen, "dlopen")(file, mode);
  return reinterpret_cast<void*>(refused_call("dlopen", caller(), reinterpret_cast<long>(file), mode, 0, 0, 0, 0));
}

#undef WEIR_CHECK_REFUSED

#endif
