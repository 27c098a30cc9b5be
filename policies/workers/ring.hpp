// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_RING_HPP
#define WEIR_POLICIES_WORKERS_RING_HPP

#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/spacious.hpp>

#include <array>
#include <cstddef>

namespace weir::workers {

/// Idle workers are kept in a ring of N places, allocated with the pool; the worker that has been idle longest is reused first.
///
/// Guarantee:  while a worker stays idle, no other worker is reused twice. A pool has at most N workers.
/// Cost:       a pointer per place, none in the worker; push and pop in constant time, remove in time proportional to the idle workers.
/// Not for:    pools that shrink, as workers::fifo; or pools whose workers often find work just as they go idle.
/// Visibility: none of its own; the pool's lock orders everything.
template <unsigned N>
struct ring {
  static_assert(N >= 1, "weir::workers::ring<N>: N must be at least 1; workers::none keeps no idle worker");
  using axis = axes::workers;

  template <class P>
  class on {
   public:
    struct hook {};
    static constexpr bool keeps = true;
    static constexpr reuse_order order = reuse_order::oldest_first;
    static constexpr unsigned most_workers = N;

    void push(hook& worker) noexcept { at(count_++) = &worker; }  // the pool has at most N workers
    hook* pop() noexcept {
      if (count_ == 0) return nullptr;
      hook* const oldest = at(0);
      first_ = (first_ + 1) % N;
      --count_;
      return oldest;
    }
    void remove(hook& worker) noexcept {
      std::size_t place = 0;
      while (at(place) != &worker) ++place;
      for (--count_; place != count_; ++place) at(place) = at(place + 1);  // later ones close the gap, in their order
    }

   private:
    hook*& at(std::size_t place) noexcept { return (*idle_)[(first_ + place) % N]; }

    platform::spacious<std::array<hook*, N>> idle_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
  };
};

static_assert(workers_policy<ring<2>>);

}  // namespace weir::workers

#endif
