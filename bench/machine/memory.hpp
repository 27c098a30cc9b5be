// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_MEMORY_HPP
#define WEIR_BENCH_MACHINE_MEMORY_HPP

#include <cstddef>

namespace weir::bench::sim {

/// The heap of the program that runs on a simulated machine: a range of addresses that each run uses in the same order, so that what lies on
/// which cache line does not depend on what the process did before. memory.cpp replaces operator new and delete by it, for simulated code only.
class memory {
 public:
  /// Forgets all blocks: their pages are fresh again.
  static void clear();
  /// Whether an allocation by the code that runs now is the simulated program's.
  static bool& is_simulated() noexcept;

  static void* allocate(std::size_t bytes, std::size_t alignment);
  /// False: the block is none of this heap's.
  static bool release(void* block) noexcept;

  /// The machine itself is at work: what it allocates is not the program's.
  class pause {
   public:
    pause() noexcept : before_(is_simulated()) { is_simulated() = false; }
    ~pause() { is_simulated() = before_; }
    pause(const pause&) = delete;
    pause& operator=(const pause&) = delete;

   private:
    bool before_;
  };
};

}  // namespace weir::bench::sim

#endif
