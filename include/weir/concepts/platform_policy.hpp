// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_PLATFORM_POLICY_HPP
#define WEIR_CONCEPTS_PLATFORM_POLICY_HPP

#include <weir/concepts/policy.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/thread_traits.hpp>

#include <concepts>
#include <cstdint>

namespace weir {

/// A struct with such a member can be made from `{}`.
template <class X>
concept made_from_braces = requires(void (*take)(X)) { take({}); };

template <class P>
concept has_atomic = requires(typename P::template atomic<std::uint64_t>& a, std::uint64_t v, std::memory_order o) {
  { a.load(o) } -> std::same_as<std::uint64_t>;
  a.store(v, o);
  { a.compare_exchange_weak(v, v, o, o) } -> std::same_as<bool>;
  { a.compare_exchange_strong(v, v, o, o) } -> std::same_as<bool>;
  { a.fetch_add(v, o) } -> std::same_as<std::uint64_t>;
  { a.fetch_sub(v, o) } -> std::same_as<std::uint64_t>;
  { a.fetch_or(v, o) } -> std::same_as<std::uint64_t>;
  { a.fetch_and(v, o) } -> std::same_as<std::uint64_t>;
} && made_from_braces<typename P::template atomic<std::uint64_t>>;
template <class P>
concept has_cell = requires(typename P::template cell<int>& c, const typename P::template cell<int>& k) {
  { k.read() } -> std::same_as<const int&>;
  { c.write() } -> std::same_as<int&>;
} && made_from_braces<typename P::template cell<int>>;
template <class P>
concept has_mutex = requires(typename P::mutex& m) {
  typename P::unique_lock;
  m.lock();
  m.unlock();
};
template <class P>
concept has_clock = requires {
  typename P::clock::time_point;
  { P::clock::now() } noexcept -> std::same_as<typename P::clock::time_point>;
  requires std::same_as<typename P::clock::duration, std::chrono::nanoseconds>;
};
template <class P>
concept has_condition_variable = requires(typename P::condition_variable& c, typename P::unique_lock& l, typename P::clock::time_point t) {
  c.wait(l);
  c.wait_until(l, t);
  c.notify_one();
  c.notify_all();
};
template <class P>
concept has_thread =
    std::default_initializable<typename P::thread> &&
    std::constructible_from<typename P::thread, void (*)(), const platform::thread_traits&> && requires(typename P::thread& t) {
      { t.joinable() } -> std::same_as<bool>;
      t.join();
    };
template <class P>
concept has_fence = requires(std::memory_order o) { P::fence(o); };
template <class P>
concept has_yield = requires { P::yield(); };
template <class P>
concept has_relax = requires {
  { P::relax() } noexcept;
};
template <class P>
concept has_poll = requires(bool (*found)()) {
  { P::poll(found, std::chrono::nanoseconds()) } -> std::same_as<bool>;
};
template <class P>
concept has_slot = requires {
  { P::slot() } noexcept -> std::same_as<void*&>;
};
template <class P>
concept has_hardware_concurrency = requires {
  { P::hardware_concurrency() } noexcept -> std::same_as<unsigned>;
};

/// Where atomics, locks, threads and time come from. Contract and table: docs/concepts/platform_policy.md
template <class P>
concept platform_policy =
    policy_of<P, axes::platform> && has_atomic<P> && has_cell<P> && has_mutex<P> && has_clock<P> && has_condition_variable<P> &&
    has_thread<P> && has_fence<P> && has_yield<P> && has_relax<P> && has_poll<P> && has_slot<P> && has_hardware_concurrency<P>;

/// Reports each requirement that a platform does not meet.
template <class P>
consteval bool explain_platform_policy() {
  static_assert(has_atomic<P>,
                "weir: PlatformPolicy must provide `template <class T> class atomic` with explicit orders, made from `{}`; see "
                "docs/concepts/platform_policy.md");
  static_assert(has_cell<P>,
                "weir: PlatformPolicy must provide `template <class T> class cell` with read() and write(), made from `{}`; see "
                "docs/concepts/platform_policy.md");
  static_assert(has_mutex<P>, "weir: PlatformPolicy must provide `class mutex` and `unique_lock`; see docs/concepts/platform_policy.md");
  static_assert(
      has_clock<P>,
      "weir: PlatformPolicy must provide `struct clock` that counts std::chrono::nanoseconds; see docs/concepts/platform_policy.md");
  static_assert(has_condition_variable<P>,
                "weir: PlatformPolicy must provide `class condition_variable`; see docs/concepts/platform_policy.md");
  static_assert(has_thread<P>,
                "weir: PlatformPolicy must provide `class thread`, made from a callable and a weir::platform::thread_traits; see "
                "docs/concepts/platform_policy.md");
  static_assert(has_fence<P>,
                "weir: PlatformPolicy must provide `static void fence(std::memory_order)`; see docs/concepts/platform_policy.md");
  static_assert(has_yield<P>, "weir: PlatformPolicy must provide `static void yield()`; see docs/concepts/platform_policy.md");
  static_assert(has_relax<P>, "weir: PlatformPolicy must provide `static void relax() noexcept`; see docs/concepts/platform_policy.md");
  static_assert(
      has_poll<P>,
      "weir: PlatformPolicy must provide `static bool poll(found, std::chrono::nanoseconds most)`; see docs/concepts/platform_policy.md");
  static_assert(has_slot<P>, "weir: PlatformPolicy must provide `static void*& slot() noexcept`; see docs/concepts/platform_policy.md");
  static_assert(
      has_hardware_concurrency<P>,
      "weir: PlatformPolicy must provide `static unsigned hardware_concurrency() noexcept`; see docs/concepts/platform_policy.md");
  return true;
}

}  // namespace weir

#endif
