// SPDX-License-Identifier: Apache-2.0
// Programs that are right, and call the system and the C library for other things than threads.
#include "tests/verify/check/program_list.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr const char* text = "a text that is copied";

pthread_key_t key;
const int key_made_before_main = ::pthread_key_create(&key, nullptr) + ::pthread_setspecific(key, &key);

/// run.sh allows a few hundred open files.
void a_file_stays_open() {
  const int file = ::open("/dev/null", O_RDONLY);
  assert(file != -1);
  std::thread t([file] { assert(::fcntl(file, F_GETFD) != -1); });
  t.join();
}
void a_socket_that_is_not_used() { ::close(::socket(AF_UNIX, SOCK_STREAM, 0)); }
void the_program_itself_as_a_library() {
  void* const self = ::dlopen(nullptr, RTLD_LAZY);
  assert(self != nullptr);
  ::dlclose(self);
}
void memory_by_other_functions() {
  char* const page = static_cast<char*>(::valloc(100));
  std::thread t([page] { page[0] = 1; });
  t.join();
  assert(reinterpret_cast<std::uintptr_t>(page) % 4096 == 0 && page[0] == 1);
  char* const copy = ::strdup(text);
  char* const part = ::strndup(text, 6);
  assert(std::strcmp(copy, text) == 0 && std::strcmp(part, "a text") == 0);
  for (char* each : {page, copy, part}) std::free(each);
}

void a_key_from_before_main() {
  assert(key_made_before_main == 0 && ::pthread_getspecific(key) == &key);
  std::thread t([] {
    int own = 0;
    assert(::pthread_getspecific(key) == nullptr && ::pthread_setspecific(key, &own) == 0 && ::pthread_getspecific(key) == &own);
  });
  t.join();
  pthread_key_t another;
  assert(::pthread_key_create(&another, nullptr) == 0 && another != key && ::pthread_getspecific(another) == nullptr);
}
void a_loop_that_sleeps_for_no_time() {
  std::atomic<int> ready{0};
  const auto waits = [&ready](int until) {
    timespec none{0, 0};
    while (ready.load() < until) ::nanosleep(&none, nullptr);
  };
  std::thread first([&] { waits(2); });
  std::thread second([&] { waits(1); });
  ++ready;
  ++ready;
  first.join();
  second.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"a_file_stays_open", passes, a_file_stays_open},
                      {"a_socket_that_is_not_used", passes, a_socket_that_is_not_used},
                      {"the_program_itself_as_a_library", passes, the_program_itself_as_a_library},
                      {"memory_by_other_functions", passes, memory_by_other_functions},
                      {"a_key_from_before_main", passes, a_key_from_before_main},
                      {"a_loop_that_sleeps_for_no_time", passes, a_loop_that_sleeps_for_no_time}});
}
