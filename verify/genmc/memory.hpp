// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_MEMORY_HPP
#define WEIR_VERIFY_GENMC_MEMORY_HPP

#include <weir/verify/genmc/verifier.hpp>

#include <cstddef>
#include <new>

// All memory of a program under GenMC is GenMC's, which finds uses of freed memory. A program includes this in one of its files. None of these
// returns null: GenMC's memory does not end.

void* operator new(std::size_t bytes) { return __VERIFIER_malloc(bytes); }
void* operator new[](std::size_t bytes) { return __VERIFIER_malloc(bytes); }
void* operator new(std::size_t bytes, std::align_val_t a) { return __VERIFIER_malloc_aligned(static_cast<std::size_t>(a), bytes); }
void* operator new[](std::size_t bytes, std::align_val_t a) { return __VERIFIER_malloc_aligned(static_cast<std::size_t>(a), bytes); }
void operator delete(void* there) noexcept { __VERIFIER_free(there); }
void operator delete[](void* there) noexcept { __VERIFIER_free(there); }
void operator delete(void* there, std::size_t) noexcept { __VERIFIER_free(there); }
void operator delete[](void* there, std::size_t) noexcept { __VERIFIER_free(there); }
void operator delete(void* there, std::align_val_t) noexcept { __VERIFIER_free(there); }
void operator delete[](void* there, std::align_val_t) noexcept { __VERIFIER_free(there); }
void operator delete(void* there, std::size_t, std::align_val_t) noexcept { __VERIFIER_free(there); }
void operator delete[](void* there, std::size_t, std::align_val_t) noexcept { __VERIFIER_free(there); }

#endif
