// SPDX-License-Identifier: Apache-2.0
// Programs that map memory, and that run on stacks of their own.
#include "tests/verify/check/program_list.hpp"

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

char* map(std::size_t size, int flags = MAP_PRIVATE | MAP_ANONYMOUS) {
  void* const p = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  assert(p != MAP_FAILED);
  return static_cast<char*>(p);
}
void a_large_mapping() {
  constexpr std::size_t size = 40 * megabyte;
  char* const p = map(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  std::thread t([=] {
    for (std::size_t i = 0; i < size; i += 65536) p[i] = 1;
  });
  t.join();
  ::munmap(p, size);
}
void a_mapping_that_is_kept() {
  char* const p = map(megabyte);
  std::thread t([=] {
    for (std::size_t i = 0; i < megabyte; i += 4096) {
      assert(p[i] == 0);
      p[i] = 1;
    }
  });
  t.join();
}
void a_mapping_of_two_threads() {
  const auto use = [] {
    char* const p = map(4096);
    assert(p[0] == 0);
    p[0] = 1;
    ::munmap(p, 4096);
  };
  std::thread t(use);
  use();
  t.join();
}
void an_atomic_in_a_mapping() {
  auto* const a = new (map(4096, MAP_SHARED | MAP_ANONYMOUS)) std::atomic<int>(0);
  std::thread t([a] { a->fetch_add(1); });
  a->fetch_add(1);
  t.join();
  assert(*a == 2);
}
void a_mapping_that_grows() {
  char* p = map(8192);
  p[0] = 1;
  p = static_cast<char*>(::mremap(p, 8192, megabyte, MREMAP_MAYMOVE));
  assert(p[0] == 1 && p[megabyte - 1] == 0);
  std::thread t([=] { p[0] = 2; });
  t.join();
  assert(p[0] == 2 && ::mremap(p, megabyte, 4096, 0) == p);
  ::munmap(p, 4096);
}
void a_block_that_a_mapping_has() {
  int** const p = reinterpret_cast<int**>(map(megabyte));
  ::mprotect(map(8192), 8192, PROT_NONE);
  p[1000] = new int(3);
}
void a_mapping_of_a_file() {
  std::FILE* const file = std::fopen("/proc/self/exe", "r");
  const char* const p = static_cast<char*>(::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, ::fileno(file), 0));
  std::fclose(file);
  std::thread t([=] { assert(p[1] == 'E'); });
  t.join();
}
void a_part_that_is_mapped_again() {
  char* const p = map(8192);
  p[4096] = 1;
  assert(::mmap(p + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p + 4096);
  std::thread t([=] {
    assert(p[4096] == 0);
    p[4096] = 2;
  });
  t.join();
}
/// The next execution's heap begins without it.
void a_guard_in_the_heap() {
  void* const page = ::valloc(4096);
  assert(::mprotect(page, 4096, PROT_NONE) == 0);
  std::thread t([] {});
  t.join();
  assert(::mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
  std::free(page);
}
void a_guard_that_is_read() {
  char* const page = static_cast<char*>(::valloc(4096));
  ::mprotect(page, 4096, PROT_NONE);
  volatile char c = page[5];
  static_cast<void>(c);
}
void a_use_of_what_was_unmapped() {
  char* const p = map(2 * megabyte);
  std::thread t([=] { p[megabyte] = 1; });
  ::munmap(p, 2 * megabyte);
  t.join();
}
void parts_that_are_unmapped() {
  char* const p = map(megabyte);
  std::thread t([=] { p[65536] = 1; });
  t.join();
  ::munmap(p, 65536);
  ::munmap(p + 2 * 65536, megabyte - 2 * 65536);
  std::thread u([=] { assert(p[65536] == 1); });
  u.join();
  ::munmap(p, megabyte);  // what is left
  assert(::mmap(p, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p && p[0] == 0);
}
void a_part_that_is_unmapped_and_used() {
  char* const p = map(megabyte);
  ::munmap(p + 8192, 4096);
  p[8191] = 1;
  p[8192] = 1;
}
void memory_that_is_given_up() {
  auto* const a = new (map(4096)) std::atomic<int>(5);
  assert(a->load() == 5);
  ::madvise(a, 4096, MADV_DONTNEED);
  std::thread t([a] { assert(a->load() == 0); });
  t.join();
}
void memory_over_a_variable() {
  alignas(4096) static char variable[4096];
  ::mmap(variable, sizeof variable, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}
/// Where the checker has no place for it.
void much_at_a_place_of_the_system() {
  constexpr std::size_t size = 300 * megabyte;
  char* const p = map(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT | MAP_NORESERVE);
  p[0] = 1;
  ::munmap(p, size);
  volatile char* const q = map(size, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT | MAP_NORESERVE);
  for (std::size_t i = 0; i < size; i += 4096) q[i] = 1;
}
void more_mappings_than_there_is_room_for() {
  for (int i = 0; i != 100; ++i) map(1024 * megabyte, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
}
void a_mapping_larger_than_any() {
  assert(::mmap(nullptr, ~std::size_t{0} - 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
}
char* const mapped_before_main = map(4096);
void a_mapping_from_before_main() { ::munmap(mapped_before_main, 4096); }

ucontext_t own;
ucontext_t other;
alignas(16) char static_stack[65536];
std::atomic<bool> stop;
void run_on(char* stack, void (*f)()) {
  ::getcontext(&other);
  other.uc_stack.ss_sp = stack;
  other.uc_stack.ss_size = sizeof static_stack;
  other.uc_link = &own;
  ::makecontext(&other, f, 0);
  ::swapcontext(&own, &other);
}
void wait_until_the_end() {
  stop = true;
  stop.notify_one();
  stop.wait(true);
}
/// The program ends while a thread that it has detached is on another stack, and has a block.
void a_coroutine_on(char* (*make)()) {
  stop = false;
  std::thread t([=] {
    char* const stack = make();
    volatile int* const kept = new int(1);
    run_on(stack, wait_until_the_end);
    static_cast<void>(*kept);
  });
  t.detach();
  stop.wait(false);
}
void a_coroutine_on_a_static_stack() {
  a_coroutine_on([] { return static_stack; });
}
void a_coroutine_on_a_block() {
  a_coroutine_on([] { return static_cast<char*>(std::malloc(sizeof static_stack)); });
}
void a_coroutine_on_a_mapping() {
  a_coroutine_on([] { return map(sizeof static_stack); });
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"a_large_mapping", passes, a_large_mapping},
                      {"a_mapping_that_is_kept", passes, a_mapping_that_is_kept},
                      {"a_mapping_of_two_threads", passes, a_mapping_of_two_threads},
                      {"an_atomic_in_a_mapping", passes, an_atomic_in_a_mapping},
                      {"a_mapping_that_grows", passes, a_mapping_that_grows},
                      {"a_block_that_a_mapping_has", passes, a_block_that_a_mapping_has},
                      {"a_mapping_of_a_file", passes, a_mapping_of_a_file},
                      {"a_part_that_is_mapped_again", passes, a_part_that_is_mapped_again},
                      {"a_guard_in_the_heap", passes, a_guard_in_the_heap},
                      {"a_guard_that_is_read", "CRASH", a_guard_that_is_read},
                      {"a_use_of_what_was_unmapped", "LIFETIME", a_use_of_what_was_unmapped},
                      {"a_mapping_from_before_main", "refused", a_mapping_from_before_main},
                      {"parts_that_are_unmapped", passes, parts_that_are_unmapped},
                      {"a_part_that_is_unmapped_and_used", "LIFETIME", a_part_that_is_unmapped_and_used},
                      {"memory_that_is_given_up", passes, memory_that_is_given_up},
                      {"memory_over_a_variable", "refused", memory_over_a_variable},
                      {"much_at_a_place_of_the_system", "refused", much_at_a_place_of_the_system},
                      {"more_mappings_than_there_is_room_for", "refused", more_mappings_than_there_is_room_for},
                      {"a_mapping_larger_than_any", passes, a_mapping_larger_than_any},
                      {"a_coroutine_on_a_static_stack", passes, a_coroutine_on_a_static_stack},
                      {"a_coroutine_on_a_block", passes, a_coroutine_on_a_block},
                      {"a_coroutine_on_a_mapping", passes, a_coroutine_on_a_mapping}});
}
