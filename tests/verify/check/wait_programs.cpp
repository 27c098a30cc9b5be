// SPDX-License-Identifier: Apache-2.0
// Programs that wait for what is done once, at barriers, on futexes, for semaphores and for threads, as POSIX has them.
#include "tests/verify/check/program_list.hpp"

#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <mutex>
#include <new>
#include <thread>

extern "C" void call_once(int* flag, void (*function)());  // of C's <threads.h>, which hides C++'s own

namespace {

struct lazy {
  std::once_flag flag;
  int value = 0;
  int get() {
    std::call_once(flag, [this] { value = 7; });
    return value;
  }
};
bool both_threads_get_it() {
  lazy mine;
  int other = 0;
  std::thread t([&] { other = mine.get(); });
  const int own = mine.get();
  t.join();
  return own == 7 && other == 7;
}
void a_once_flag_in_the_next_call() {
  assert(both_threads_get_it());
  assert(both_threads_get_it());
}
void a_once_flag_where_another_was() {
  alignas(lazy) static char place[sizeof(lazy)];
  for (int i = 0; i != 2; ++i) {
    lazy* const each = new (place) lazy;
    assert(each->get() == 7);
    each->~lazy();
  }
}
pthread_once_t reset = PTHREAD_ONCE_INIT;
int times = 0;
void a_once_control_that_is_reset() {
  for (int i = 0; i != 3; ++i) {
    reset = PTHREAD_ONCE_INIT;
    ::pthread_once(&reset, [] { ++times; });
    ::pthread_once(&reset, [] { ++times; });
  }
  assert(times == 3);
}
pthread_barrier_t barrier;
int data[2];
std::atomic<int> met{0};
void meet(int own) {
  data[own] = 1;
  if (::pthread_barrier_wait(&barrier) != 0) met.store(1, std::memory_order_relaxed);
  assert(data[1 - own] == 1);
}
void meet_later() {
  while (met.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
  ::pthread_barrier_wait(&barrier);
}
void one_barrier_for_two_pairs() {
  ::pthread_barrier_init(&barrier, nullptr, 2);
  std::thread all[] = {std::thread(meet, 0), std::thread(meet, 1), std::thread(meet_later), std::thread(meet_later)};
  for (std::thread& t : all) t.join();
}
int make_barrier() { return ::pthread_barrier_init(&barrier, nullptr, 2); }
const int barrier_made_before_main = make_barrier();
void a_barrier_from_before_main() {
  assert(barrier_made_before_main == 0);
  std::thread t([] { ::pthread_barrier_wait(&barrier); });
  ::pthread_barrier_wait(&barrier);
  t.join();
}

std::atomic<int> bits{0};
void wait_for(int bit) {
  for (int seen = bits.load(); (seen & bit) == 0; seen = bits.load())
    ::syscall(SYS_futex, &bits, FUTEX_WAIT_BITSET_PRIVATE, seen, nullptr, nullptr, bit);
}
void set(int bit) {
  bits |= bit;
  ::syscall(SYS_futex, &bits, FUTEX_WAKE_BITSET_PRIVATE, 1, nullptr, nullptr, bit);
}
void two_bits_of_a_futex() {
  std::thread first([] { wait_for(1); });
  std::thread second([] { wait_for(2); });
  set(1);
  first.join();
  set(2);
  second.join();
  assert(::syscall(SYS_futex, &bits, FUTEX_WAKE_BITSET_PRIVATE, 1, nullptr, nullptr, 0) == -1 && errno == EINVAL);
}

pthread_t start_nothing() {
  pthread_t t;
  assert(::pthread_create(
             &t, nullptr, [](void* p) { return p; }, nullptr) == 0);
  return t;
}
void a_loop_that_tries_to_join() {
  const pthread_t t = start_nothing();
  while (::pthread_tryjoin_np(t, nullptr) != 0) {
  }
}
void a_join_with_a_clock() {
  const pthread_t t = start_nothing();
  timespec until;
  ::clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 1000;
  const int error = ::pthread_clockjoin_np(t, nullptr, CLOCK_MONOTONIC, &until);
  assert(error == 0 || error == ETIMEDOUT);
  if (error != 0) ::pthread_join(t, nullptr);
}

int c_once = 0;
std::atomic<int> c_times{0};
void a_once_flag_of_c() {
  const auto once = [] { ::call_once(&c_once, [] { ++c_times; }); };
  std::thread t(once);
  once();
  assert(c_times == 1);
  t.join();
}

void a_semaphore_that_is_full() {
  sem_t s;
  assert(::sem_init(&s, 0, SEM_VALUE_MAX) == 0);
  assert(::sem_post(&s) == -1 && errno == EOVERFLOW);
}
int initialised(int depth) {
  static const int value = depth == 0 ? 1 : initialised(depth - 1);
  return value;
}
void a_static_variable_needs_itself() { initialised(1); }
void once_in_itself() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static void (*again)() = [] { ::pthread_once(&once, again); };
  again();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"a_once_flag_in_the_next_call", passes, a_once_flag_in_the_next_call},
                      {"a_once_flag_where_another_was", passes, a_once_flag_where_another_was},
                      {"a_once_control_that_is_reset", passes, a_once_control_that_is_reset},
                      {"one_barrier_for_two_pairs", passes, one_barrier_for_two_pairs},
                      {"a_barrier_from_before_main", passes, a_barrier_from_before_main},
                      {"two_bits_of_a_futex", passes, two_bits_of_a_futex},
                      {"a_loop_that_tries_to_join", passes, a_loop_that_tries_to_join},
                      {"a_join_with_a_clock", passes, a_join_with_a_clock},
                      {"a_once_flag_of_c", passes, a_once_flag_of_c},
                      {"a_semaphore_that_is_full", passes, a_semaphore_that_is_full},
                      {"a_static_variable_needs_itself", "DEADLOCK: thread 0 waits for an initialisation that it has begun itself",
                       a_static_variable_needs_itself},
                      {"once_in_itself", "DEADLOCK: thread 0 waits for an initialisation that it has begun itself", once_in_itself}});
}
