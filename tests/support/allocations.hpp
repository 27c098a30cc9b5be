// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_ALLOCATIONS_HPP
#define TESTS_SUPPORT_ALLOCATIONS_HPP

namespace weir::tests {

/// False under clang's ThreadSanitizer, which does not let a program replace operator new: no allocation is counted, and none fails.
[[nodiscard]] bool allocations_are_counted() noexcept;

/// How often this program has called operator new so far, in all its threads. Linking this library replaces operator new.
[[nodiscard]] unsigned long allocations() noexcept;

/// How many of the objects that operator new made are left, in all threads.
[[nodiscard]] long objects_left() noexcept;

/// While it lives, operator new on this thread succeeds `spared` times and throws std::bad_alloc once; then all is well again.
class failing_allocation {
 public:
  explicit failing_allocation(int spared) noexcept;
  ~failing_allocation();
  failing_allocation(const failing_allocation&) = delete;
  failing_allocation& operator=(const failing_allocation&) = delete;

  /// Was there an allocation to fail?
  [[nodiscard]] bool happened() const noexcept;
};

}  // namespace weir::tests

#endif
