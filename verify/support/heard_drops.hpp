// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_HEARD_DROPS_HPP
#define WEIR_VERIFY_SUPPORT_HEARD_DROPS_HPP

#include <weir/basic_pool.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/platform/native.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// How many tasks the blocking policies over a platform have been given to drop. A check sets it to 0 before its first post.
template <class P>
struct heard_drops {
  static inline platform::native::atomic<std::uint64_t> count{0U};
  static std::uint64_t read() noexcept { return count.load(std::memory_order_relaxed); }
  static void forget() noexcept { count.store(0, std::memory_order_relaxed); }
};

/// A blocking policy whose drops are counted, so that a task that was dropped can be told from one that was lost. The policy may keep what it is
/// given, for as long as it likes, and run it when it likes. The claims are about the task, so it ends here, and the policy gets one that does
/// nothing.
template <class Blocking>
struct heard {
  using axis = axes::blocking;

  template <class P>
  class on {
    using policy = typename Blocking::template on<P>;

   public:
    static constexpr full_reaction when_full = policy::when_full;
    static constexpr bool admits(std::size_t waiting) noexcept { return policy::admits(waiting); }
    template <class Options>
      requires requires(policy& x, const Options& o) { x.choose(o); }
    void choose(const Options& o) {
      policy_.choose(o);
    }
    [[nodiscard]] full_reaction chosen() const noexcept
      requires chosen_reaction<policy>
    {
      return policy_.chosen();
    }
    [[nodiscard]] bool chosen_admits(std::size_t waiting) const noexcept
      requires chosen_reaction<policy>
    {
      return policy_.chosen_admits(waiting);
    }
    template <class Task>
      requires requires(policy& x, Task t) { x.discard(std::move(t)); }
    void discard(Task t) {
      heard_drops<P>::count.fetch_add(1, std::memory_order_relaxed);
      constexpr auto nothing = [] {};
      if constexpr (std::constructible_from<Task, decltype(nothing)>)
        policy_.discard(Task(nothing));
      else
        policy_.discard(std::move(t));
    }

   private:
    [[no_unique_address]] policy policy_;
  };
};

template <class Pool>
inline constexpr bool drops_tasks = false;
template <class Pool>
  requires requires { Pool::config_type::blocking::when_full; }
inline constexpr bool drops_tasks<Pool> =
    Pool::config_type::blocking::when_full == full_reaction::drop_new || Pool::config_type::blocking::when_full == full_reaction::drop_old;

template <class Pool>
struct with_heard_drops {
  using type = Pool;
};
template <class Queue, class Workers, class Blocking, class... Rest>
  requires drops_tasks<basic_pool<Queue, Workers, Blocking, Rest...>>
struct with_heard_drops<basic_pool<Queue, Workers, Blocking, Rest...>> {
  using type = basic_pool<Queue, Workers, heard<Blocking>, Rest...>;
};

/// A preset derives from its pool.
template <class Pool>
  requires(drops_tasks<Pool> && std::derived_from<Pool, typename Pool::basic_pool> && !std::same_as<Pool, typename Pool::basic_pool>)
struct with_heard_drops<Pool> : with_heard_drops<typename Pool::basic_pool> {};

/// The same pool; if its blocking policy drops tasks, these drops are counted.
template <class Pool>
using hearing = typename with_heard_drops<Pool>::type;

}  // namespace weir::verify

#endif
