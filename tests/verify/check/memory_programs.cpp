// SPDX-License-Identifier: Apache-2.0
// Programs with large stacks and large blocks of memory, and with blocks that the C library allocates.
#include "tests/verify/check/program_list.hpp"

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <utility>

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;
std::atomic<std::size_t> hidden = 0;  // what is computed with it is not known to the compiler

template <std::size_t Size>
[[gnu::noinline]] void fill_a_local_array() {
  volatile char all[Size];
  for (std::size_t i = 0; i < Size; i += 4096) all[i] = 1;
  assert(all[4096] == 1);
}
[[gnu::noinline]] int call_itself(int times) {
  volatile char some[200];
  some[times % 200] = 1;
  return times == 0 ? 0 : call_itself(times - 1) + some[times % 200];
}
void local_arrays() {
  std::thread t(fill_a_local_array<2 * megabyte>);
  std::thread u(fill_a_local_array<4 * megabyte>);
  fill_a_local_array<6 * megabyte>();
  t.join();
  u.join();
}
void a_deep_recursion() {
  std::thread t([] { call_itself(20'000); });
  t.join();
}
void a_recursion_without_end() {
  std::thread t([] { call_itself(INT_MAX); });
  t.join();
}
void a_local_array_larger_than_the_stack() {
  std::thread t(fill_a_local_array<10 * megabyte>);
  t.join();
}
void start_with_stack(std::size_t size) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  if (size != 0) ::pthread_attr_setstacksize(&attributes, size);
  pthread_t t;
  ::pthread_create(
      &t, &attributes, [](void* p) { return p; }, nullptr);
  ::pthread_join(t, nullptr);
  ::pthread_attr_destroy(&attributes);
}
void stacks_of_other_sizes() {
  start_with_stack(0);
  start_with_stack(65536);
  start_with_stack(8 * megabyte);
}
void a_stack_of_64_megabytes() { start_with_stack(64 * megabyte); }

template <class F>
bool throws_bad_alloc(F f) {
  try {
    void* volatile p = f();
    static_cast<void>(p);
  } catch (const std::bad_alloc&) {
    return true;
  }
  return false;
}
/// clang takes it for granted that these calls succeed, unless the answer goes somewhere.
[[gnu::noinline]] bool fails(void* answer, int error) {
  void* volatile kept = answer;
  return kept == nullptr && std::exchange(errno, 0) == error;
}
void more_than_there_is() {
  const std::size_t zero = hidden;
  const std::size_t all = zero - 1;
  const std::size_t much = (zero + 1) << 40;
  for (const std::size_t size : {all, all - 7, all - 15, all - 100, all / 2 + 1, much}) {
    assert(fails(std::malloc(size), ENOMEM));
    assert(fails(new (std::nothrow) char[size], ENOMEM));
    assert(fails(::valloc(size), ENOMEM));
    assert(fails(::pvalloc(size), ENOMEM));
    assert(throws_bad_alloc([size] { return ::operator new(size); }));
    assert(throws_bad_alloc([size] { return ::operator new(size, std::align_val_t(4096)); }));
    void* p = &p;
    assert(::posix_memalign(&p, 64, size) == ENOMEM && p == &p);
    p = std::malloc(10);
    assert(fails(std::realloc(p, size), ENOMEM) && ::malloc_usable_size(p) >= 10);
    std::free(p);
  }
  assert(fails(std::calloc(all / 2, 3), ENOMEM));
  assert(fails(std::calloc(all / 16 + 2, 16), ENOMEM));
  assert(fails(::reallocarray(nullptr, all / 2, 3), ENOMEM));
}
void a_handler_of_new() {
  static bool called;
  called = false;
  std::set_new_handler([] {
    called = true;
    std::set_new_handler(nullptr);
  });
  assert(throws_bad_alloc([] { return ::operator new(hidden - 1); }) && called);
}
void no_bytes() {
  void* p = std::malloc(10);
  errno = 0;
  assert(fails(std::realloc(p, hidden), 0));
  p = std::realloc(nullptr, hidden);
  assert(p != nullptr);
  std::free(p);
  int* const numbers = static_cast<int*>(::reallocarray(nullptr, 4, sizeof(int)));
  std::thread t([=] { numbers[3] = 1; });
  t.join();
  std::free(::reallocarray(numbers, 8, sizeof(int)));
}
void alignments() {
  void* p = &p;
  const std::size_t zero = hidden;
  for (const std::size_t bad : {zero, zero + 3, zero + 4, zero + 24}) assert(::posix_memalign(&p, bad, 100) == EINVAL && p == &p);
  assert(fails(std::aligned_alloc(zero + 3, 100), EINVAL));
  for (std::size_t good = 8; good <= 65536; good *= 2) {
    assert(::posix_memalign(&p, good, 100) == 0 && reinterpret_cast<std::uintptr_t>(p) % good == 0);
    std::free(p);
    p = std::aligned_alloc(good, good);
    assert(reinterpret_cast<std::uintptr_t>(p) % good == 0);
    std::free(p);
  }
}
/// Never more than 65 megabytes at a time.
void many_large_blocks() {
  for (std::size_t i = 0; i != 100; ++i) {
    void* const p = std::malloc(64 * megabyte - i);
    void* const q = i % 2 == 0 ? ::memalign(256, 5000) : ::valloc(70'000);
    assert(p != nullptr && q != nullptr);
    std::free(p);
    std::free(q);
  }
}
void a_large_block_of_two_threads() {
  const auto use = [] {
    char* const p = new char[5000];
    p[4999] = 1;
    delete[] p;
  };
  std::thread t(use);
  use();
  t.join();
}
void gigabytes_at_once() {
  char* first = nullptr;
  for (int i = 0; i != 20; ++i) {
    char* const next = static_cast<char*>(std::malloc(1024 * megabyte - 64));
    std::memcpy(next, &first, sizeof first);
    first = next;
  }
}
void a_use_far_inside_a_freed_block() {
  char* const p = new char[200'000];
  std::thread t([=] { p[150'000] = 1; });
  delete[] p;
  t.join();
}
void a_use_far_inside_a_freed_block_in_order() {
  char* const p = new char[2 * megabyte];
  const std::atomic<char*> again = p;
  delete[] p;
  std::thread t([&] { again.load()[megabyte + 100] = 1; });
  t.join();
}
void a_race_with_free_far_inside() {
  char* const p = new char[2 * megabyte];
  std::thread t([=] { p[megabyte + 100] = 1; });
  delete[] p;
  t.join();
}

void a_text_of_two_threads() {
  const auto use = [](int i) {
    char* p = nullptr;
    assert(::asprintf(&p, "number %d of a text", i) == 18);
    p[0] = 'N';
    std::free(p);
  };
  std::thread t(use, 1);
  use(2);
  t.join();
}
void a_freed_text() {
  char* p = nullptr;
  assert(::asprintf(&p, "abc %d", 5) > 0);
  std::thread t([=] { p[0] = 'x'; });
  std::free(p);
  t.join();
  assert(::asprintf(&p, "abc %d", 6) > 0);
  std::free(p);
}
void a_lost_text() {
  char* p = nullptr;
  assert(::asprintf(&p, "abc %d", 5) > 0);
}
void a_freed_line() {
  char* line = nullptr;
  std::size_t size = 0;
  std::FILE* const file = std::fopen("/proc/self/status", "r");
  while (::getline(&line, &size, file) > 0) continue;
  std::fclose(file);
  std::thread t([=] { line[0] = 'x'; });
  std::free(line);
  t.join();
}
void a_freed_path() {
  char* const path = ::realpath("/proc/../", nullptr);
  assert(std::strcmp(path, "/") == 0);
  std::free(::getcwd(nullptr, 0));
  std::thread t([=] { path[0] = 'x'; });
  std::free(path);
  t.join();
}
void a_freed_stream() {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const stream = ::open_memstream(&text, &size);
  std::fputs("abc", stream);
  std::fclose(stream);
  assert(size == 3 && text[0] == 'a');
  std::thread t([=] { text[0] = 'x'; });
  std::free(text);
  t.join();
}
void a_freed_text_twice() {
  char* text = nullptr;
  std::size_t size = 0;
  std::fclose(::open_memstream(&text, &size));
  std::free(text);
  std::free(text);
}
void streams_of_two_threads() {
  const auto use = [] {
    char* text = nullptr;
    std::size_t size = 0;
    std::fclose(::open_memstream(&text, &size));
    text[0] = 'x';
    std::free(text);
  };
  std::thread t(use);
  use();
  t.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"local_arrays", passes, local_arrays},
                      {"a_deep_recursion", passes, a_deep_recursion},
                      {"a_recursion_without_end", "CRASH: the stack of thread 1 is full", a_recursion_without_end},
                      {"a_local_array_larger_than_the_stack", "CRASH: the stack of thread 1 is full", a_local_array_larger_than_the_stack},
                      {"stacks_of_other_sizes", passes, stacks_of_other_sizes},
                      {"a_stack_of_64_megabytes", "refused", a_stack_of_64_megabytes},
                      {"more_than_there_is", passes, more_than_there_is},
                      {"a_handler_of_new", passes, a_handler_of_new},
                      {"no_bytes", passes, no_bytes},
                      {"alignments", passes, alignments},
                      {"many_large_blocks", passes, many_large_blocks},
                      {"a_large_block_of_two_threads", passes, a_large_block_of_two_threads},
                      {"gigabytes_at_once", "refused", gigabytes_at_once},
                      {"a_use_far_inside_a_freed_block", "LIFETIME", a_use_far_inside_a_freed_block},
                      {"a_use_far_inside_a_freed_block_in_order", "LIFETIME", a_use_far_inside_a_freed_block_in_order},
                      {"a_race_with_free_far_inside", "LIFETIME", a_race_with_free_far_inside},
                      {"a_text_of_two_threads", passes, a_text_of_two_threads},
                      {"a_freed_text", "LIFETIME", a_freed_text},
                      {"a_lost_text", "LEAK: 1 block", a_lost_text},
                      {"a_freed_line", "LIFETIME", a_freed_line},
                      {"a_freed_path", "LIFETIME", a_freed_path},
                      {"a_freed_stream", "LIFETIME", a_freed_stream},
                      {"a_freed_text_twice", "LIFETIME: thread 0 frees memory that was freed before", a_freed_text_twice},
                      {"streams_of_two_threads", passes, streams_of_two_threads}});
}
