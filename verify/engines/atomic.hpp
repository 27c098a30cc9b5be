// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_ATOMIC_HPP
#define WEIR_VERIFY_ENGINES_ATOMIC_HPP

#include <weir/verify/engines/either.hpp>
#include <weir/verify/graphs/atomic.hpp>
#include <weir/verify/relacy/atomic.hpp>

namespace weir::verify::engines {

using platform::where;

/// An atomic of the engine that runs.
template <class T>
class atomic {
 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T value) : own_(value) {}

  T load(std::memory_order order, where at = where::current()) const {
    return own_.ask([&](auto& a) { return a.load(order, at); });
  }
  void store(T v, std::memory_order order, where at = where::current()) {
    own_.ask([&](auto& a) { a.store(v, order, at); });
  }
  T exchange(T v, std::memory_order order, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.exchange(v, order, at); });
  }
  T fetch_add(T v, std::memory_order order, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.fetch_add(v, order, at); });
  }
  T fetch_sub(T v, std::memory_order order, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.fetch_sub(v, order, at); });
  }
  T fetch_or(T v, std::memory_order order, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.fetch_or(v, order, at); });
  }
  T fetch_and(T v, std::memory_order order, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.fetch_and(v, order, at); });
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.compare_exchange_weak(expected, desired, success, failure, at); });
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return own_.ask([&](auto& a) { return a.compare_exchange_strong(expected, desired, success, failure, at); });
  }

 private:
  either<checker::atomic<T>, execution::atomic<T>> own_;
};

}  // namespace weir::verify::engines

#endif
