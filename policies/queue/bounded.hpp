// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_BOUNDED_HPP
#define WEIR_POLICIES_QUEUE_BOUNDED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/options.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/policies/queue/storage/ring_places.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace weir::queue {

/// A ring of N slots, inside the pool up to 64 KiB. After Dmitry Vyukov's bounded queue: a slot's turn says which push or pop may use it.
/// bounded<> has its number of slots from options::queue_limit, 1024 if that is left out, and its slots on the heap.
///
/// Guarantee:  first in, first out over all submitters; at most N tasks wait. A limit of 0, or of more than 2^30, is refused with
///             std::invalid_argument when the pool is made.
/// Cost:       64 bytes a slot, allocated at construction, on the heap if more than 64 KiB; a post is one compare-and-swap and one store, a
///             take the same. No call waits for another, but a thread that is preempted between claiming a slot and filling (or
///             emptying) it hides the tasks (or the room) behind that slot until it runs again.
/// Not for:    N so large that the slots do not fit in memory; queue::unbounded grows as needed.
/// Visibility: what the submitter did before posting is visible to the task.
template <std::size_t N = at_run_time>
struct bounded {
  static_assert(N >= 1, "weir::queue::bounded<N>: N must be at least 1; queue::none is the queue without room");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;
    /// What bounded<> has without options, and with options that leave the limit out.
    static constexpr std::size_t default_limit = 1024;

    on()
      requires(N != at_run_time)
    = default;
    on()
      requires(N == at_run_time)
        : on(options{}) {}
    explicit on(const options& o)
      requires(N == at_run_time)
        : slots_(limit_in(o)) {}

    push_result try_push(T& item) noexcept {
      for (platform::backoff<P> lost;; lost()) {
        // [RING-1] relaxed, alone: a stale position is caught by the slot's turn or by the compare-and-swap.
        std::uint64_t tail = tail_.load(std::memory_order_relaxed);
        if (tail & closed_bit) return push_result::closed;
        slot& s = slots_[tail];
        // [RING-2] acquire, pairs with [RING-5]: the slot's previous task is moved out before this one moves in.
        const std::uint64_t turn = s.turn.load(std::memory_order_acquire);
        if (turn < vacant(tail)) return push_result::full;
        if (turn > vacant(tail)) continue;  // another push took this position
        // [RING-3] relaxed, alone: claims the position; the task is published by the slot's turn.
        if (!tail_.compare_exchange_weak(tail, slots_.next(tail), std::memory_order_relaxed, std::memory_order_relaxed)) continue;
        s.item.write() = std::move(item);
        // [RING-4] release, pairs with [RING-6]: the task is complete before its turn is published.
        s.turn.store(turn + 1, std::memory_order_release);
        return push_result::pushed;
      }
    }

    bool try_pop(T& out) noexcept {
      for (platform::backoff<P> lost;; lost()) {
        // [RING-1] relaxed, alone: a stale position is caught by the slot's turn or by the compare-and-swap.
        std::uint64_t head = head_.load(std::memory_order_relaxed);
        if (!filled(head)) return false;
        // [RING-3] relaxed, alone: claims the position; the task was published by the slot's turn.
        if (!head_.compare_exchange_weak(head, slots_.next(head), std::memory_order_relaxed, std::memory_order_relaxed)) continue;
        slot& s = slots_[head];
        out = std::move(s.item.write());
        // [RING-5] release, pairs with [RING-2]: the slot is empty before the next lap may fill it.
        s.turn.store(vacant(head) + 2, std::memory_order_release);
        return true;
      }
    }

    bool ready() noexcept {
      // [RING-8] relaxed, alone: adds 0, because only a read-modify-write is sure to see the newest head.
      const std::uint64_t head = head_.fetch_add(0, std::memory_order_relaxed);
      return turn_at(head) > vacant(head);  // greater: taken since the read, and more may follow
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      // [RING-1] relaxed, alone: exact without concurrent pushes and pops, which is when the pool relies on it.
      const std::uint64_t head = head_.load(std::memory_order_relaxed);
      // [RING-1] relaxed, alone: read second, so that it is never behind the head that was read.
      const std::uint64_t tail = tail_.load(std::memory_order_relaxed) & ~closed_bit;
      if (tail <= head) return 0;
      // Pops between the reads may make the distance exceed the size.
      return platform::smaller_of(static_cast<std::size_t>(slots_.distance(head, tail)), slots_.size());
    }
    // [RING-7] relaxed, alone: closing changes the word that every push must change too.
    void close() noexcept { tail_.fetch_or(closed_bit, std::memory_order_relaxed); }
    // [RING-7] relaxed, alone: the pool reopens the queue only after its workers have ended.
    void reopen() noexcept { tail_.fetch_and(~closed_bit, std::memory_order_relaxed); }

   private:
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;
    std::uint64_t vacant(std::uint64_t position) const noexcept { return slots_.lap(position) * 2; }

    struct slot {
      typename P::template atomic<std::uint64_t> turn;  // 2 x lap: vacant; 2 x lap + 1: holds the task of that lap
      typename P::template cell<T> item;
    };

    static std::size_t limit_in(const options& o) {
      const std::size_t limit = o.queue_limit.value_or(default_limit);
      if (limit == 0) throw std::invalid_argument("weir: options::queue_limit must be at least 1; queue::none is the queue without room");
      if (limit > std::size_t{1} << 30)
        throw std::invalid_argument(
            "weir: options::queue_limit must be at most 1073741824, 2^30; queue::unbounded is the queue without a limit");
      return limit;
    }

    bool filled(std::uint64_t position) const noexcept { return turn_at(position) == vacant(position) + 1; }
    std::uint64_t turn_at(std::uint64_t position) const noexcept {
      // [RING-6] acquire, pairs with [RING-4]: a thread that sees the turn sees the task.
      return slots_[position].turn.load(std::memory_order_acquire);
    }

    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> tail_;
    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> head_;
    alignas(platform::cache_line) alignas(slot) ring_places<slot, N> slots_;
  };
};

static_assert(queue_policy<bounded<2>> && queue_policy<bounded<>>);

}  // namespace weir::queue

#endif
