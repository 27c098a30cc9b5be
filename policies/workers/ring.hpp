// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_RING_HPP
#define WEIR_POLICIES_WORKERS_RING_HPP

#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/boxed_if_large.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace weir::workers {

/// Idle workers are kept in a ring of N places, allocated with the pool; the worker that has been idle longest is reused first. After the loopQueue
/// of ants (PreAlloc).
///
/// Guarantee:  while a worker stays idle, no other worker is reused twice. A pool has at most N workers.
/// Cost:       a pointer per place, a number in the worker; push and pop in constant time. remove finds its worker by binary search, and moves the
///             workers on the shorter side of it: none, if it is the oldest, as a worker that expires is, or the newest.
/// Not for:    shrinking under a steady load: every worker stays recently used. With an expiry policy the pool shrinks when fewer tasks come in
///             `options::idle_after` than there are idle workers.
/// Visibility: none of its own; the pool's lock orders everything.
template <unsigned N>
struct ring {
  static_assert(N >= 1, "weir::workers::ring<N>: N must be at least 1; workers::none keeps no idle worker");
  using axis = axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      std::uint64_t turn = 0;  // of its push; turns grow along the ring
    };
    static constexpr bool keeps = true;
    static constexpr reuse_order order = reuse_order::oldest_first;
    static constexpr unsigned most_workers = N;

    void push(hook& worker) noexcept {
      worker.turn = next_turn_++;
      at(count_++) = &worker;  // the pool has at most N workers
    }
    hook* pop() noexcept {
      if (count_ == 0) return nullptr;
      hook* const oldest = at(0);
      drop_first();
      return oldest;
    }
    void remove(hook& worker) noexcept {
      std::size_t place = place_of(worker);
      if (2 * place < count_) {
        for (; place != 0; --place) at(place) = at(place - 1);
        drop_first();
      } else {
        for (--count_; place != count_; ++place) at(place) = at(place + 1);
      }
    }

   private:
    void drop_first() noexcept {
      first_ = (first_ + 1) % N;
      --count_;
    }
    /// Precondition: the worker is in the ring.
    [[nodiscard]] std::size_t place_of(const hook& worker) noexcept {
      std::size_t low = 0;
      for (std::size_t high = count_; high - low > 1;) {
        const std::size_t middle = low + (high - low) / 2;
        (at(middle)->turn <= worker.turn ? low : high) = middle;
      }
      return low;
    }
    hook*& at(std::size_t place) noexcept { return (*idle_)[(first_ + place) % N]; }

    platform::boxed_if_large<std::array<hook*, N>> idle_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
    std::uint64_t next_turn_ = 0;
  };
};

static_assert(workers_policy<ring<2>>);

}  // namespace weir::workers

#endif
