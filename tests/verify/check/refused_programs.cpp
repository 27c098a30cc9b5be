// SPDX-License-Identifier: Apache-2.0
// Programs that cannot be controlled. Each is refused with a sentence, and gets no verdict.
#include "tests/verify/check/program_list.hpp"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

std::FILE* const file_from_before = std::fopen("/dev/null", "r");

constexpr const char* refused = "refused";

void a_connection() {
  const int s = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr nowhere{};
  nowhere.sa_family = AF_UNIX;
  ::connect(s, &nowhere, sizeof nowhere);
}
void a_server() { ::listen(::socket(AF_UNIX, SOCK_STREAM, 0), 1); }
void a_pipe() {
  int ends[2];
  static_cast<void>(::pipe(ends) == 0);
}
void waits_for_files() { ::poll(nullptr, 0, 1); }
void epoll() { ::epoll_create1(0); }
void event_counter() { ::eventfd(0, 0); }
void another_process() { ::fork(); }
void another_program() { static_cast<void>(std::system("true") == 0); }
void a_signal() { ::kill(::getpid(), SIGUSR1); }
void a_cancelled_thread() {
  std::thread t([] {});
  ::pthread_cancel(t.native_handle());
  t.join();
}
void a_library_at_run_time() { ::dlopen("libz.so.1", RTLD_NOW); }
void a_system_call() { ::syscall(SYS_getppid); }
void a_futex_of_another_kind() {
  int word = 0;
  ::syscall(SYS_futex, &word, 3, 1, nullptr, nullptr, 0);
}
void threads_of_c() {
  thrd_t t;
  ::thrd_create(
      &t, [](void*) { return 0; }, nullptr);
  ::thrd_join(t, nullptr);
}
void a_file_from_before_is_closed() { std::fclose(file_from_before); }
void too_many_threads() {
  std::vector<std::thread> all;
  for (int i = 0; i != 128; ++i) all.emplace_back([] {});
  for (std::thread& t : all) t.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"a_connection", refused, a_connection},
                      {"a_server", refused, a_server},
                      {"a_pipe", refused, a_pipe},
                      {"waits_for_files", refused, waits_for_files},
                      {"epoll", refused, epoll},
                      {"event_counter", refused, event_counter},
                      {"another_process", refused, another_process},
                      {"another_program", refused, another_program},
                      {"a_signal", refused, a_signal},
                      {"a_cancelled_thread", refused, a_cancelled_thread},
                      {"a_library_at_run_time", refused, a_library_at_run_time},
                      {"a_system_call", refused, a_system_call},
                      {"a_futex_of_another_kind", refused, a_futex_of_another_kind},
                      {"threads_of_c", refused, threads_of_c},
                      {"a_file_from_before_is_closed", refused, a_file_from_before_is_closed},
                      {"too_many_threads", refused, too_many_threads}});
}
