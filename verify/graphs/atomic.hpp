// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ATOMIC_HPP
#define WEIR_VERIFY_GRAPHS_ATOMIC_HPP

#include <weir/verify/graphs/replay.hpp>

#include <cstring>
#include <type_traits>

namespace weir::verify::execution {

using platform::where;

/// An atomic whose operations are steps of the search. A compare_exchange_weak never fails for no reason.
template <class T>
class atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(value), "weir: the search by graphs has values of up to 8 bytes");

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T initial) : at_(the_replay->new_location()) { store(initial, std::memory_order_relaxed); }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T load(std::memory_order order, where at = where::current()) const { return read(step_of(action::read, order), at); }
  void store(T v, std::memory_order order, where = where::current()) {
    label l = step_of(action::write, order);
    l.operand = bits(v);
    the_replay->perform(l);
  }
  T exchange(T v, std::memory_order order, where at = where::current()) { return update(change::exchange, v, order, at); }
  T fetch_add(T v, std::memory_order order, where at = where::current()) { return update(change::add, v, order, at); }
  T fetch_sub(T v, std::memory_order order, where at = where::current()) { return update(change::subtract, v, order, at); }
  T fetch_or(T v, std::memory_order order, where at = where::current()) { return update(change::set_bits, v, order, at); }
  T fetch_and(T v, std::memory_order order, where at = where::current()) { return update(change::keep_bits, v, order, at); }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    label l = step_of(action::update, success);
    l.how = change::compare_exchange;
    l.expected = bits(expected);
    l.operand = bits(desired);
    l.failure = failure;
    const value wanted = l.expected;
    const T found = read(l, at);
    if (bits(found) == wanted) return true;
    expected = found;
    return false;
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return compare_exchange_strong(expected, desired, success, failure, at);
  }

 private:
  [[nodiscard]] label step_of(action does, std::memory_order order) const {
    label l{.does = does, .order = order, .at = at_};
    if constexpr (sizeof(T) < sizeof(value)) l.mask = (value{1} << 8 * sizeof(T)) - 1;
    return l;
  }
  T update(change how, T operand, std::memory_order order, where at) {
    label l = step_of(action::update, order);
    l.how = how;
    l.operand = bits(operand);
    return read(l, at);
  }
  T read(const label& l, where at) const {
    const event& e = the_replay->perform(l);
    if (e.from.is_initial()) the_replay->fail("an atomic was read before its initialisation was visible", at);
    T found;
    std::memcpy(&found, &e.found, sizeof found);
    return found;
  }
  static value bits(T v) {
    value b = 0;
    std::memcpy(&b, &v, sizeof v);
    return b;
  }

  location at_;
};

}  // namespace weir::verify::execution

#endif
