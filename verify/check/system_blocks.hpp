// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_SYSTEM_BLOCKS_HPP
#define WEIR_VERIFY_CHECK_SYSTEM_BLOCKS_HPP

#include <weir/verify/check/lifetime.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

extern "C" void __libc_free(void*);

namespace weir::verify::checked {

/// Memory that the C library has allocated in an execution. What the program frees of it is given back at the end of the execution, so that nothing else
/// lies there before.
class system_blocks {
 public:
  void begin() {
    for (const block& b : all_)
      if (b.is_freed) __libc_free(b.memory);
    all_.clear();
  }
  void add(execution& e, void* memory) {
    make_new(e, address(memory), size_of(memory));
    all_.push_back({memory, false});
  }
  /// The program frees it. False if this execution has allocated no such block.
  bool release(execution& e, void* memory, std::uintptr_t pc) {
    const auto known = find(memory);
    if (known == all_.rend()) return false;
    if (known->is_freed)
      e.fail(failure::kind::lifetime, address(memory) & ~std::uintptr_t{7}, "thread %u frees memory that was freed before", e.current);
    end_memory(e, address(memory), size_of(memory), pc);
    known->is_freed = true;
    return true;
  }
  /// The C library itself frees it.
  void forget(void* memory) {
    const auto known = find(memory);
    if (known != all_.rend()) all_.erase(std::next(known).base());
  }

 private:
  struct block {
    void* memory;
    bool is_freed;
  };
  static std::size_t size_of(void* memory) {
    static auto* const real = reinterpret_cast<std::size_t (*)(void*)>(::dlsym(RTLD_NEXT, "malloc_usable_size"));
    return real(memory);
  }
  std::vector<block>::reverse_iterator find(const void* memory) {
    return std::find_if(all_.rbegin(), all_.rend(), [memory](const block& b) { return b.memory == memory; });
  }
  std::vector<block> all_;
};

}  // namespace weir::verify::checked

#endif
