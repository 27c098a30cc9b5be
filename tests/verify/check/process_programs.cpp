// SPDX-License-Identifier: Apache-2.0
// Programs that change or ask for what belongs to the process or to a thread of the system, and the ways out of a process that are no verdict.
#include "tests/verify/check/program_list.hpp"

#include <dlfcn.h>
#include <err.h>
#include <error.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

constexpr const char* refused = "refused";
int* volatile nowhere = nullptr;

// Ways out.

void ends_by_exit_of_c() { std::_Exit(0); }
void ends_quickly() { std::quick_exit(0); }
void ends_by_errx() { ::errx(0, "done with %d", 1); }
void ends_by_error() {
  ::error(0, 0, "goes on");
  ::error(3, 0, "done");
}
void ends_inside_the_library() { reinterpret_cast<void (*)(int)>(::dlsym(RTLD_NEXT, "exit"))(0); }
void throws_in_a_thread() {
  std::thread([] { throw std::runtime_error("x"); }).join();
}

// What the page says is refused.

char* const no_arguments[] = {const_cast<char*>("true"), nullptr};
sigset_t a_set() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGUSR1);
  return set;
}
void becomes_a_list() { ::execl("/bin/true", "true", nullptr); }
void becomes_a_file() { ::fexecve(0, no_arguments, environ); }
void spawns() {
  pid_t child;
  ::posix_spawnp(&child, "true", nullptr, nullptr, no_arguments, environ);
}
void waits_for_a_child() { ::wait(nullptr); }
void raises() { ::raise(SIGTERM); }
void pauses() { ::pause(); }
void waits_for_a_signal() {
  const sigset_t set = a_set();
  int number;
  ::sigwait(&set, &number);
}
void waits_for_a_signal_for_a_time() {
  const sigset_t set = a_set();
  const timespec soon{0, 1};
  ::sigtimedwait(&set, nullptr, &soon);
}
void suspends() {
  const sigset_t set = a_set();
  ::sigsuspend(&set);
}
void selects() {
  const timespec soon{0, 1};
  ::pselect(0, nullptr, nullptr, nullptr, &soon, nullptr);
}
void old_epoll() { ::epoll_create(1); }
void watches_files() { ::inotify_init1(0); }
void signals_as_a_file() {
  const sigset_t set = a_set();
  ::signalfd(-1, &set, 0);
}
void semaphores_of_system_v() { ::semget(IPC_PRIVATE, 1, 0600); }
void sleeps_as_in_c() {
  const timespec soon{0, 1};
  ::thrd_sleep(&soon, nullptr);
}
void yields_as_in_c() { ::thrd_yield(); }
volatile bool never = false;
void only_mentions_them() {
  if (!never) return;
  raises();
  becomes_a_list();
  spawns();
  pauses();
}

// Signals.

void block_all() {
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}
void crashes_with_signals_blocked() {
  std::thread([] {
    block_all();
    *nowhere = 1;
  }).join();
}
bool ends = false;
void loops_with_signals_blocked() {
  block_all();
  while (!ends) {
  }
}
void crashes_with_a_handler() {
  ::signal(SIGSEGV, [](int) { ::_exit(0); });
  *nowhere = 1;
}
void asks_for_handlers_and_masks() {
  const auto handler = [](int) {};
  assert(::signal(SIGUSR1, handler) == SIG_DFL);
  struct sigaction now {};
  assert(::sigaction(SIGUSR1, nullptr, &now) == 0 && now.sa_handler == static_cast<void (*)(int)>(handler));
  assert(::sigaction(SIGKILL, &now, nullptr) == -1 && ::sigaction(65, nullptr, &now) == -1);
  const sigset_t one = a_set();
  sigset_t had;
  assert(::pthread_sigmask(SIG_BLOCK, &one, &had) == 0 && ::sigismember(&had, SIGUSR1) == 0);
  std::thread([] {
    sigset_t mine;
    assert(::pthread_sigmask(SIG_SETMASK, nullptr, &mine) == 0 && ::sigismember(&mine, SIGUSR1) == 1);
    ::sigemptyset(&mine);
    ::sigprocmask(SIG_SETMASK, &mine, nullptr);
  }).join();
  ::sigprocmask(SIG_SETMASK, nullptr, &had);
  assert(::sigismember(&had, SIGUSR1) == 1);
}

// What outlives an execution.

void changes_the_environment() {
  assert(std::getenv("MY_OWN_VARIABLE") == nullptr && std::getenv("PATH") != nullptr);
  assert(::setenv("MY_OWN_VARIABLE", "1", 1) == 0 && ::setenv("PATH", "/nowhere", 1) == 0);
  assert(::putenv(::strdup("MY_OTHER_VARIABLE=2")) == 0 && std::strcmp(std::getenv("MY_OTHER_VARIABLE"), "2") == 0);
  assert(::unsetenv("PATH") == 0 && std::getenv("PATH") == nullptr);
}
void clears_the_environment() {
  assert(std::getenv("PATH") != nullptr);
  ::clearenv();
  assert(std::getenv("PATH") == nullptr);
}
void changes_the_locale() {
  assert(std::strcmp(std::setlocale(LC_ALL, nullptr), "C") == 0);
  assert(std::setlocale(LC_ALL, "C.UTF-8") != nullptr);
}
void changes_the_locale_of_streams() {
  assert(std::strcmp(std::setlocale(LC_ALL, nullptr), "C") == 0 && std::locale().name() == "C");
  std::locale::global(std::locale("C.UTF-8"));
  assert(std::strcmp(std::setlocale(LC_ALL, nullptr), "C") != 0);
}
void changes_the_directory() {
  char where[1000];
  assert(::getcwd(where, sizeof where) != nullptr && std::strcmp(where, "/") != 0);
  assert(::chdir("/") == 0);
}
void changes_the_mask_of_files() { assert(::umask(0123) != 0123); }
void cuts_a_text() {
  char text[] = "a b";
  assert(std::strcmp(std::strtok(text, " "), "a") == 0 && std::strcmp(std::strtok(nullptr, " "), "b") == 0);
}
void random_numbers_of_other_kinds() {
  std::atomic<unsigned> n{static_cast<unsigned>(::lrand48())};
  n += static_cast<unsigned>(::drand48() * 1000);
  unsigned short own[3] = {1, 2, 3};
  n += static_cast<unsigned>(::nrand48(own));
  unsigned more = 0;
  assert(::getentropy(&more, sizeof more) == 0);
  n += more;
#if __GLIBC_PREREQ(2, 36)
  n += ::arc4random();
#endif
  std::thread([&] { ++n; }).join();
  if (n.load() % 2 == 0) std::this_thread::yield();
}

// Time, processors, and what a thread is.

void clocks_agree() {
  timespec a;
  timespec b;
  assert(::timespec_get(&a, TIME_UTC) == TIME_UTC && ::clock_gettime(CLOCK_REALTIME, &b) == 0 && b.tv_sec - a.tv_sec < 2);
  const clock_t begin = std::clock();
  while (std::clock() - begin < CLOCKS_PER_SEC / 1000) {
  }
  tms used;
  const clock_t ticks = ::times(&used);
  while (::times(&used) - ticks < 2) {
  }
  rusage r;
  assert(::getrusage(RUSAGE_SELF, &r) == 0 && r.ru_stime.tv_sec == 0 && r.ru_stime.tv_usec == 0);
}
void two_processors() {
  assert(::sysconf(_SC_NPROCESSORS_ONLN) == 2 && ::sysconf(_SC_NPROCESSORS_CONF) == 2 && ::sysconf(_SC_PAGESIZE) == 4096);
  assert(::get_nprocs() == 2 && ::get_nprocs_conf() == 2 && std::thread::hardware_concurrency() == 2);
}
void numbers_of_threads() {
  assert(::gettid() == ::getpid());
  const pid_t first = ::gettid();
  std::thread([first] { assert(::gettid() != first); }).join();
}
void names_of_threads() {
  char name[16];
  assert(::pthread_setname_np(::pthread_self(), "first") == 0);
  std::thread([] {
    char own[16];
    assert(::pthread_getname_np(::pthread_self(), own, sizeof own) == 0 && std::strcmp(own, "first") == 0);
    assert(::pthread_setname_np(::pthread_self(), "second") == 0 && ::pthread_setname_np(::pthread_self(), "0123456789abcdef") == ERANGE);
  }).join();
  assert(::pthread_getname_np(::pthread_self(), name, sizeof name) == 0 && std::strcmp(name, "first") == 0);
}
void stacks_of_threads() {
  std::thread([] {
    int here = 0;
    pthread_attr_t a;
    void* begin;
    std::size_t size;
    assert(::pthread_getattr_np(::pthread_self(), &a) == 0 && ::pthread_attr_getstack(&a, &begin, &size) == 0);
    ::pthread_attr_destroy(&a);
    assert(reinterpret_cast<char*>(&here) - static_cast<char*>(begin) < static_cast<std::ptrdiff_t>(size));
    int policy;
    sched_param priority;
    clockid_t clock;
    assert(::pthread_getschedparam(::pthread_self(), &policy, &priority) == 0 && policy == SCHED_OTHER);
    assert(::pthread_getcpuclockid(::pthread_self(), &clock) == 0);
  }).join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(
      argc, argv,
      {{"ends_by_exit_of_c", "WRONG: the program calls _Exit", ends_by_exit_of_c},
       {"ends_quickly", "WRONG: the program calls quick_exit", ends_quickly},
       {"ends_by_errx", "WRONG: the program calls errx: done with 1", ends_by_errx},
       {"ends_by_error", "WRONG: the program calls error: done", ends_by_error},
       {"ends_inside_the_library", refused, ends_inside_the_library},
       {"throws_in_a_thread", "WRONG: std::terminate is called, with an exception of type std::runtime_error", throws_in_a_thread},
       {"becomes_a_list", refused, becomes_a_list},
       {"becomes_a_file", refused, becomes_a_file},
       {"spawns", refused, spawns},
       {"waits_for_a_child", refused, waits_for_a_child},
       {"raises", refused, raises},
       {"pauses", refused, pauses},
       {"waits_for_a_signal", refused, waits_for_a_signal},
       {"waits_for_a_signal_for_a_time", refused, waits_for_a_signal_for_a_time},
       {"suspends", refused, suspends},
       {"selects", refused, selects},
       {"old_epoll", refused, old_epoll},
       {"watches_files", refused, watches_files},
       {"signals_as_a_file", refused, signals_as_a_file},
       {"semaphores_of_system_v", refused, semaphores_of_system_v},
       {"sleeps_as_in_c", refused, sleeps_as_in_c},
       {"yields_as_in_c", refused, yields_as_in_c},
       {"only_mentions_them", passes, only_mentions_them},
       {"crashes_with_signals_blocked", "CRASH", crashes_with_signals_blocked},
       {"loops_with_signals_blocked", "LIVELOCK", loops_with_signals_blocked},
       {"crashes_with_a_handler", "CRASH", crashes_with_a_handler},
       {"asks_for_handlers_and_masks", passes, asks_for_handlers_and_masks},
       {"changes_the_environment", passes, changes_the_environment},
       {"clears_the_environment", passes, clears_the_environment},
       {"changes_the_locale", passes, changes_the_locale},
       {"changes_the_locale_of_streams", passes, changes_the_locale_of_streams},
       {"changes_the_directory", passes, changes_the_directory},
       {"changes_the_mask_of_files", passes, changes_the_mask_of_files},
       {"cuts_a_text", passes, cuts_a_text},
       {"random_numbers_of_other_kinds", passes, random_numbers_of_other_kinds},
       {"clocks_agree", passes, clocks_agree},
       {"two_processors", passes, two_processors},
       {"numbers_of_threads", passes, numbers_of_threads},
       {"names_of_threads", passes, names_of_threads},
       {"stacks_of_threads", passes, stacks_of_threads}});
}
