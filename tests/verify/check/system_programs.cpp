// SPDX-License-Identifier: Apache-2.0
// Programs that are right, and call the system and the C library for other things than threads.
#include "tests/verify/check/program_list.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

constexpr const char* text = "a text that is copied";

pthread_key_t key;
int make_key_before_main() {
  pthread_key_t first;
  ::pthread_key_create(&first, nullptr);
  ::pthread_setspecific(first, &key);
  ::pthread_key_delete(first);
  const int error = ::pthread_key_create(&key, nullptr);  // has the first one's number, and not its value
  if (error != 0 || ::pthread_getspecific(key) != nullptr) return 1;
  ::pthread_setspecific(key, &key);
  std::thread([] { ::pthread_setspecific(key, nullptr); }).join();
  return 0;
}
const int key_made_before_main = make_key_before_main();

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
void a_hundred_keys() {
  for (int i = 0; i != 100; ++i) {
    pthread_key_t each;
    assert(::pthread_key_create(&each, nullptr) == 0 && ::pthread_setspecific(each, &key) == 0);
  }
}
/// When main returns, that is, the body, no key's destructor is called, and what the key leads to is not lost.
void a_key_of_the_first_thread() {
  pthread_key_t kept;
  assert(::pthread_key_create(&kept, [](void*) { std::abort(); }) == 0);
  assert(::pthread_setspecific(kept, std::malloc(10)) == 0);
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
/// The first thread gets its turns only while the other has the lock.
void a_loop_that_yields_under_a_shared_lock() {
  std::shared_mutex m;
  bool flag = false;
  std::thread t([&] {
    for (;;) {
      const std::shared_lock share(m);
      if (flag) return;
      std::this_thread::yield();
    }
  });
  {
    const std::lock_guard lock(m);
    flag = true;
  }
  t.join();
}
void a_loop_that_yields_with_a_semaphore() {
  sem_t permits;
  ::sem_init(&permits, 0, 1);
  bool flag = false;
  std::thread t([&] {
    for (bool seen = false; !seen;) {
      ::sem_wait(&permits);
      seen = flag;
      std::this_thread::yield();
      ::sem_post(&permits);
    }
  });
  ::sem_wait(&permits);
  flag = true;
  ::sem_post(&permits);
  t.join();
  ::sem_destroy(&permits);
}
void a_loop_that_yields_under_a_lock() {
  std::mutex m;
  bool flag = false;
  std::thread t([&] {
    for (;;) {
      const std::lock_guard lock(m);
      if (flag) return;
      std::this_thread::yield();
    }
  });
  {
    const std::lock_guard lock(m);
    flag = true;
  }
  t.join();
}

/// A wait of no such time fails at once, each time.
void a_time_that_is_none() {
  sem_t permits;
  ::sem_init(&permits, 0, 0);
  const timespec soon{0, 1'000'000'000};
  ::sem_timedwait(&permits, &soon);
  ::sem_destroy(&permits);
}

/// std::atomic's wait spins and yields before it sleeps; a system may let it go on at each of these.
void a_value_that_is_set_without_a_notification() {
  std::atomic<int> value{0};
  std::thread t([&] { value.wait(0); });
  value = 1;
  t.join();
}
void two_threads_that_yield_to_each_other() {
  std::atomic<bool> stop{false};
  const auto waits = [&] {
    while (!stop.load()) {
      std::atomic<int> steps{0};
      while (++steps != 40) {
      }
      std::this_thread::yield();
    }
  };
  std::thread a(waits), b(waits);
  stop = true;
  a.join();
  b.join();
}
thread_local int own = 0;
void a_thread_that_starts_another_keeps_its_thread_locals() {
  own = 5;
  std::thread t([] { own = 6; });
  assert(own == 5);
  t.join();
  assert(own == 5);
}
void a_thread_remembers_whether_it_can_be_cancelled() {
  int before = -1;
  assert(::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0 && before == PTHREAD_CANCEL_ENABLE);
  std::thread([] {
    int mine = -1;
    assert(::pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &mine) == 0 && mine == PTHREAD_CANCEL_ENABLE);
  }).join();
  assert(::pthread_setcancelstate(before, &before) == 0 && before == PTHREAD_CANCEL_DISABLE);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(
      argc, argv,
      {{"a_file_stays_open", passes, a_file_stays_open},
       {"a_socket_that_is_not_used", passes, a_socket_that_is_not_used},
       {"the_program_itself_as_a_library", passes, the_program_itself_as_a_library},
       {"memory_by_other_functions", passes, memory_by_other_functions},
       {"a_key_from_before_main", passes, a_key_from_before_main},
       {"a_hundred_keys", passes, a_hundred_keys},
       {"a_key_of_the_first_thread", passes, a_key_of_the_first_thread},
       {"a_loop_that_sleeps_for_no_time", passes, a_loop_that_sleeps_for_no_time},
       {"a_loop_that_yields_under_a_shared_lock", passes, a_loop_that_yields_under_a_shared_lock},
       {"a_loop_that_yields_with_a_semaphore", passes, a_loop_that_yields_with_a_semaphore},
       {"a_loop_that_yields_under_a_lock", passes, a_loop_that_yields_under_a_lock},
       {"a_value_that_is_set_without_a_notification", "DEADLOCK", a_value_that_is_set_without_a_notification},
       {"two_threads_that_yield_to_each_other", passes, two_threads_that_yield_to_each_other},
       {"a_thread_that_starts_another_keeps_its_thread_locals", passes, a_thread_that_starts_another_keeps_its_thread_locals},
       {"a_thread_remembers_whether_it_can_be_cancelled", passes, a_thread_remembers_whether_it_can_be_cancelled},
       {"a_time_that_is_none", "MISUSE: a thread waits with a tv_nsec of 1000000000", a_time_that_is_none}});
}
