// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_ATOMIC_HPP
#define WEIR_VERIFY_RELACY_ATOMIC_HPP

#include <weir/verify/relacy/sites.hpp>
#include <weir/verify/relacy/world.hpp>

#include <concepts>
#include <cstring>
#include <type_traits>

namespace weir::verify::checker {

inline const char* order_name(effect order) {
  static constexpr const char* names[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return order >= 0 && order < 6 ? names[order] : "no order";
}

/// A value as a history shows it.
struct shown {
  char text[24];
  template <class T>
  explicit shown(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    } else if constexpr (std::is_unsigned_v<T>) {
      const auto v = static_cast<unsigned long long>(value);
      std::snprintf(text, sizeof text, v < 100'000 ? "%llu" : "%#llx", v);
    } else if constexpr (std::is_integral_v<T>) {
      std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    } else if constexpr (std::is_pointer_v<T>) {
      std::snprintf(text, sizeof text, "%p", reinterpret_cast<const void*>(value));
    } else {
      std::snprintf(text, sizeof text, "...");
    }
  }
};

/// An atomic over Relacy's memory model, with the platform's interface. It uses the engine below rl::atomic, because
/// that one refuses failure orders C++17 allows, needs printable values, and would compile some fifty functions per type.
template <class T>
class atomic {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  atomic() : atomic(T{}) {}
  explicit atomic(T value) : value_(value) {
    require_execution();
    rl::context& c = rl::ctx();
    data_ = c.atomic_ctor(this);
    // A plain initialisation: a thread that reaches this object without synchronising is found to read it uninitialised.
    latest_ = c.threadx_->atomic_store_relaxed(data_);
    history_[latest_] = value;
  }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  ~atomic() {
    alive_.check(where::current());
    rl::ctx().atomic_dtor(data_);
  }

  T load(std::memory_order order, where at = where::current()) const {
    rl::context& c = rl::ctx();
    if (c.invariant_executing) return value_;
    const effect o = at_site(operation::load, order, at);
    switch_before(c, this);
    alive_.check(at);
    rl::thread_info_base& th = *c.threadx_;
    const unsigned i = o == relaxed   ? th.atomic_load_relaxed(data_)
                       : o == seq_cst ? th.atomic_load_seq_cst(data_)
                                      : th.atomic_load_acquire(data_);
    if (i == static_cast<unsigned>(-1)) [[unlikely]]
      fail(rl::test_result_unitialized_access, "an atomic was read before its initialisation was visible", at);
    if (c.collecting_history())
      record(c, at, this, "load %s (%s)%s", shown(history_[i]).text, order_name(o), i != latest_ ? ", an old value" : "");
    return history_[i];
  }

  void store(T value, std::memory_order order, where at = where::current()) {
    rl::context& c = rl::ctx();
    const effect o = at_site(operation::store, order, at);
    switch_before(c, this);
    alive_.check(at);
    rl::thread_info_base& th = *c.threadx_;
    const unsigned i = o == relaxed   ? th.atomic_store_relaxed(data_)
                       : o == seq_cst ? th.atomic_store_seq_cst(data_)
                                      : th.atomic_store_release(data_);
    if (c.collecting_history()) record(c, at, this, "store %s (%s), was %s", shown(value).text, order_name(o), shown(value_).text);
    set(i, value);
  }

  T exchange(T value, std::memory_order order, where at = where::current()) {
    return modify(
        "exchange", [value](T) { return value; }, order, at);
  }
  T fetch_add(T v, std::memory_order order, where at = where::current()) {
    return modify(
        "fetch_add", [v](T old) { return static_cast<T>(old + v); }, order, at);
  }
  T fetch_sub(T v, std::memory_order order, where at = where::current()) {
    return modify(
        "fetch_sub", [v](T old) { return static_cast<T>(old - v); }, order, at);
  }
  T fetch_or(T v, std::memory_order order, where at = where::current()) {
    return modify(
        "fetch_or", [v](T old) { return static_cast<T>(old | v); }, order, at);
  }
  T fetch_and(T v, std::memory_order order, where at = where::current()) {
    return modify(
        "fetch_and", [v](T old) { return static_cast<T>(old & v); }, order, at);
  }

  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return compare_exchange(true, expected, desired, success, failure, at);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure, where at = where::current()) {
    return compare_exchange(false, expected, desired, success, failure, at);
  }

 private:
  static bool same(const T& a, const T& b) {
    if constexpr (std::is_scalar_v<T>) {
      return a == b;
    } else {
      return std::memcmp(&a, &b, sizeof(T)) == 0;  // as std::atomic does
    }
  }

  void set(unsigned index, T value) {
    latest_ = index;
    history_[index] = value;
    value_ = value;
  }

  unsigned step(rl::thread_info_base& th, effect o) {
    bool unused = false;
    return o == relaxed   ? th.atomic_rmw_relaxed(data_, unused)
           : o == release ? th.atomic_rmw_release(data_, unused)
           : o == acq_rel ? th.atomic_rmw_acq_rel(data_, unused)
           : o == seq_cst ? th.atomic_rmw_seq_cst(data_, unused)
                          : th.atomic_rmw_acquire(data_, unused);
  }

  template <class F>
  T modify(const char* name, F next, std::memory_order order, where at) {
    rl::context& c = rl::ctx();
    const effect o = at_site(operation::rmw, order, at);
    switch_before(c, this);
    alive_.check(at);
    const T old = value_;
    set(step(*c.threadx_, o), next(old));
    if (c.collecting_history()) record(c, at, this, "%s: %s -> %s (%s)", name, shown(old).text, shown(value_).text, order_name(o));
    return old;
  }

  bool compare_exchange(bool weak, T& expected, T desired, std::memory_order success, std::memory_order failure, where at) {
    rl::context& c = rl::ctx();
    const effect on_success = at_site(operation::cas, success, at);
    const effect on_failure = at_site(operation::cas_failure, failure, at);
    switch_before(c, this);
    alive_.check(at);
    rl::thread_info_base& th = *c.threadx_;
    const T old = value_;
    const bool equal = same(old, expected);
    bool spurious = false;
    if (weak && equal) spurious = strikes(c, 4, rl::sched_type_cas_fail);
    const bool done = equal && !spurious;
    if (c.collecting_history())
      record(c, at, this, "compare_exchange %s -> %s (%s): %s%s", shown(expected).text, shown(desired).text,
             order_name(done ? on_success : on_failure),
             done       ? "done"
             : spurious ? "failed for no reason"
                        : "failed, found ",
             done || spurious ? "" : shown(old).text);
    if (done) {
      set(step(th, on_success), desired);
    } else {
      if (on_failure == relaxed)
        th.atomic_load_relaxed_rmw(data_);
      else if (on_failure == seq_cst)
        th.atomic_load_seq_cst_rmw(data_);
      else
        th.atomic_load_acquire_rmw(data_);
      expected = old;
    }
    return done;
  }

  T value_;
  T history_[rl::atomic_history_size];
  rl::atomic_data* data_;
  unsigned latest_;
  alive alive_;
};

inline void fence(std::memory_order order, where at) {
  rl::context& c = rl::ctx();
  const effect o = at_site(operation::fence, order, at);
  if (o == acquire || o == static_cast<effect>(std::memory_order_consume))
    c.atomic_thread_fence_acquire();
  else if (o == release)
    c.atomic_thread_fence_release();
  else if (o == acq_rel)
    c.atomic_thread_fence_acq_rel();
  else if (o == seq_cst)
    c.atomic_thread_fence_seq_cst();
  if (c.collecting_history()) record(c, at, nullptr, "fence (%s)", order_name(o));
}

}  // namespace weir::verify::checker

#endif
