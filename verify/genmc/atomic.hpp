// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_ATOMIC_HPP
#define WEIR_VERIFY_GENMC_ATOMIC_HPP

#include <weir/platform/order.hpp>

namespace weir::verify::under_genmc {

/// The order's number for the compilers' builtins.
[[gnu::always_inline]] constexpr int number(std::memory_order order) noexcept { return static_cast<int>(order); }

[[gnu::always_inline]] inline void fence(std::memory_order order) noexcept { __atomic_thread_fence(number(order)); }

/// What a load does of a read-modify-write with that order.
[[gnu::always_inline]] constexpr std::memory_order of_the_load(std::memory_order order) noexcept {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  if (order == std::memory_order_release) return std::memory_order_relaxed;
  return order;
}
/// The same order without what it does for the load.
[[gnu::always_inline]] constexpr std::memory_order of_the_store(std::memory_order order) noexcept {
  if (order == std::memory_order_acq_rel) return std::memory_order_release;
  if (order == std::memory_order_acquire) return std::memory_order_relaxed;
  return order;
}

/// An atomic of an integer, a pointer or an enumeration.
template <class T>
class atomic {
 public:
  atomic() noexcept : value_(T{}) {}
  explicit atomic(T value) noexcept : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  ~atomic() {}  // NOLINT(modernize-use-equals-default): what holds one is then destroyed, and its pages are not given back to the system

  [[gnu::always_inline]] T load(std::memory_order order) const noexcept {
    T was;
    __atomic_load(&value_, &was, number(order));
    return was;
  }
  [[gnu::always_inline]] void store(T v, std::memory_order order) noexcept { __atomic_store(&value_, &v, number(order)); }
  [[gnu::always_inline]] T exchange(T v, std::memory_order order) noexcept {
    T was;
    __atomic_exchange(&value_, &v, &was, number(order));
    return was;
  }
  /// A weak exchange does not fail for no reason.
  [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) noexcept {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  /// GenMC takes the order of success for failure too. If the load of a failure has another order than that of a success, the exchange is one
  /// without and a fence follows, which orders also what the thread has read before. An exchange of seq_cst stays what GenMC takes it for.
  [[gnu::always_inline]] bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                                                      std::memory_order failure) noexcept {
    if (of_the_load(success) == failure || success == std::memory_order_seq_cst)
      return __atomic_compare_exchange(&value_, &expected, &desired, false, number(success), number(failure));
    const int weaker = number(of_the_store(success));
    const bool done = __atomic_compare_exchange(&value_, &expected, &desired, false, weaker, __ATOMIC_RELAXED);
    const std::memory_order then = done ? of_the_load(success) : failure;
    if (then != std::memory_order_relaxed) fence(then);
    return done;
  }
  [[gnu::always_inline]] T fetch_add(T v, std::memory_order order) noexcept { return __atomic_fetch_add(&value_, v, number(order)); }
  [[gnu::always_inline]] T fetch_sub(T v, std::memory_order order) noexcept { return __atomic_fetch_sub(&value_, v, number(order)); }
  [[gnu::always_inline]] T fetch_or(T v, std::memory_order order) noexcept { return __atomic_fetch_or(&value_, v, number(order)); }
  [[gnu::always_inline]] T fetch_and(T v, std::memory_order order) noexcept { return __atomic_fetch_and(&value_, v, number(order)); }

 private:
  T value_;
};

}  // namespace weir::verify::under_genmc

#endif
