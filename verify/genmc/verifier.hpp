// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_VERIFIER_HPP
#define WEIR_VERIFY_GENMC_VERIFIER_HPP

#include <cstddef>

// What GenMC provides to a program under it. GenMC's own headers are not included: they replace the standard library's, and lack what weir's
// headers include. NOLINTBEGIN(bugprone-reserved-identifier): the names are GenMC's.
extern "C" {
void __VERIFIER_assume(bool holds) noexcept;  ///< leaves out the executions in which it does not hold, as blocked ones
void __VERIFIER_assert_fail(const char* claim, const char* file, int line) noexcept;
void* __VERIFIER_malloc(std::size_t bytes) noexcept;
void* __VERIFIER_malloc_aligned(std::size_t alignment, std::size_t bytes) noexcept;
void __VERIFIER_free(void* there) noexcept;
int __VERIFIER_thread_create(const void* attributes, void* (*run)(void*), void* argument) noexcept;
void* __VERIFIER_thread_join(long thread) noexcept;
int __VERIFIER_mutex_init(void* mutex, const void* attributes) noexcept;
int __VERIFIER_mutex_lock(void* mutex) noexcept;
int __VERIFIER_mutex_unlock(void* mutex) noexcept;
}
// NOLINTEND(bugprone-reserved-identifier)

#endif
