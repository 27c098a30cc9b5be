// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/genmc/verifier.hpp>

#include <pthread.h>
#include <sched.h>

#include <cstdio>
#include <cstdlib>

// What GenMC provides, by the system's threads, locks and memory. NOLINTBEGIN(bugprone-reserved-identifier)

namespace {
constexpr int most = 16;  // at once; only the first thread starts any
pthread_t threads[most];
int made = 0;
}  // namespace

extern "C" {

void __VERIFIER_assert_fail(const char* claim, const char* file, int line) noexcept {
  std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, claim);
  std::abort();
}

void* __VERIFIER_malloc(std::size_t bytes) noexcept { return std::malloc(bytes); }
void* __VERIFIER_malloc_aligned(std::size_t alignment, std::size_t bytes) noexcept {
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void __VERIFIER_free(void* there) noexcept { std::free(there); }

int __VERIFIER_thread_create(const void*, void* (*run)(void*), void* argument) noexcept {
  const int number = made++ % most;
  if (pthread_create(&threads[number], nullptr, run, argument) != 0) std::abort();
  return number;
}
void* __VERIFIER_thread_join(long thread) noexcept {
  void* result = nullptr;
  if (pthread_join(threads[thread], &result) != 0) std::abort();
  return result;
}

int __VERIFIER_mutex_init(void* mutex, const void*) noexcept {
  __atomic_store_n(static_cast<int*>(mutex), 0, __ATOMIC_RELAXED);
  return 0;
}
int __VERIFIER_mutex_lock(void* mutex) noexcept {
  while (__atomic_exchange_n(static_cast<int*>(mutex), 1, __ATOMIC_ACQUIRE) != 0) sched_yield();
  return 0;
}
int __VERIFIER_mutex_unlock(void* mutex) noexcept {
  __atomic_store_n(static_cast<int*>(mutex), 0, __ATOMIC_RELEASE);
  return 0;
}

}  // extern "C"

// NOLINTEND(bugprone-reserved-identifier)
