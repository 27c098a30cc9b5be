// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ATOMIC_HPP
#define WEIR_VERIFY_GRAPHS_ATOMIC_HPP

#include <weir/verify/graphs/alive.hpp>
#include <weir/verify/graphs/large_values.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <cstring>
#include <type_traits>

namespace weir::verify::execution {

using platform::where;

/// An atomic whose operations are steps of the search.
template <class T>
class atomic {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr bool large = sizeof(T) > sizeof(value);

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T initial) : at_(the_replay->new_location()) {
    store(initial, std::memory_order_relaxed, {"atomic.hpp", "constructor", 0});
  }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  ~atomic() = default;

  T load(std::memory_order order, where at = where::current()) const { return read(step_of(action::read, order), at); }
  void store(T v, std::memory_order order, where at = where::current()) {
    label l = step_of(action::write, order);
    l.operand = bits(v);
    perform(l, at);
  }
  T exchange(T v, std::memory_order order, where at = where::current()) { return update(change::exchange, v, order, at); }
  T fetch_add(T v, std::memory_order order, where at = where::current()) { return update(change::add, v, order, at); }
  T fetch_sub(T v, std::memory_order order, where at = where::current()) { return update(change::subtract, v, order, at); }
  T fetch_or(T v, std::memory_order order, where at = where::current()) { return update(change::set_bits, v, order, at); }
  T fetch_and(T v, std::memory_order order, where at = where::current()) { return update(change::keep_bits, v, order, at); }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return compare_exchange(false, expected, desired, success, failure, at);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return compare_exchange(true, expected, desired, success, failure, at);
  }

 private:
  [[nodiscard]] label step_of(action does, std::memory_order order) const {
    label l{.does = does, .order = order, .at = at_, .about = thing::atomic};
    if constexpr (sizeof(T) < sizeof(value)) l.mask = (value{1} << 8 * sizeof(T)) - 1;
    return l;
  }
  T update(change how, T operand, std::memory_order order, where at) {
    label l = step_of(action::update, order);
    l.how = how;
    l.operand = bits(operand);
    return read(l, at);
  }
  bool compare_exchange(bool weak, T& expected, T desired, std::memory_order success, std::memory_order failure, where at) {
    label l = step_of(action::update, success);
    l.how = change::compare_exchange;
    l.expected = bits(expected);
    l.operand = bits(desired);
    l.failure = failure;
    l.weak = weak;
    l.counts_as = weak ? luck::weak : luck::any;
    const replay::answer a = perform(l, at);
    if (!a.writes) expected = from_bits(a.found);
    return a.writes;
  }
  T read(const label& l, where at) const { return from_bits(perform(l, at).found); }
  replay::answer perform(const label& l, where at) const {
    const replay::answer a = alive_.step(l, at);
    if (a.initial && l.reads()) the_replay->fail(fault::kind::claim, "an atomic was read before its initialisation was visible", at);
    return a;
  }

  static T from_bits(value b) {
    T v;
    if constexpr (large)
      the_replay->aside([&] { large_values::of(b, &v, sizeof v); });
    else
      std::memcpy(&v, &b, sizeof v);
    return v;
  }
  static value bits(T v) {
    value b = 0;
    if constexpr (large)
      the_replay->aside([&] { b = large_values::number_of(&v, sizeof v); });
    else
      std::memcpy(&b, &v, sizeof v);
    return b;
  }

  location at_;
  alive alive_;
};

inline void fence(std::memory_order order, where at) {
  if (order != std::memory_order_relaxed) the_replay->perform({.does = action::fence, .order = order}, at);
}

}  // namespace weir::verify::execution

#endif
