// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_UNBOUNDED_HPP
#define WEIR_POLICIES_QUEUE_UNBOUNDED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/prefetch.hpp>
#include <weir/policies/queue/storage/segment_store.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::queue {

/// A chain of segments of `Slots` slots each, in which the position word itself names the segment: one compare-and-swap
/// claims a slot and, at the end of a segment, moves on to the next. `queue::unbounded` is what users name.
template <std::size_t Slots>
struct unbounded_by {
  static_assert(Slots >= 1 && Slots <= (1u << 20), "weir::queue::unbounded_by<Slots>: a segment has 1 to 2^20 slots");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    on() {
      const std::uint64_t first = segments_.acquire();
      // [SEG-1] relaxed, alone: nobody else knows the queue yet.
      tail_.store(word(first, 0), std::memory_order_relaxed);
      // [SEG-1] relaxed, alone: nobody else knows the queue yet.
      head_.store(word(first, 0), std::memory_order_relaxed);
    }

    /// Throws std::bad_alloc when a segment is needed and cannot be had; the item is untouched then.
    push_result try_push(T& item) {
      spare fresh{segments_};
      for (platform::backoff<P> lost;; lost()) {
        // [SEG-2] acquire, pairs with [SEG-3, SEAT-11]: the segment that the word names is complete.
        std::uint64_t tail = tail_.load(std::memory_order_acquire);
        if (tail & closed_bit) return push_result::closed;
        const std::uint64_t position = tail & position_mask;
        const bool last = position % Slots == Slots - 1;
        std::uint64_t next = word(tail >> id_shift, position + 1);
        if (last) {
          fresh.ensure();
          // [SEG-13] relaxed, alone: shown by the word that names the segment. Old turns may stay: no position has them again.
          segments_[fresh.id].taken.store(0, std::memory_order_relaxed);
          next = word(fresh.id, position + 1);
        }
        // [SEG-3] release, pairs with [SEG-2, SEG-7]: a new segment is complete before the word names it.
        if (!tail_.compare_exchange_weak(tail, next, std::memory_order_release, std::memory_order_relaxed)) continue;
        segment& s = segments_[tail >> id_shift];
        slot& mine = s.slots[position % Slots];
        // [SEG-4] relaxed, alone: shown, with the task, by the turn of this segment's last slot.
        if (last) s.next.store(fresh.keep(), std::memory_order_relaxed);
        mine.item.write() = std::move(item);
        // [SEG-5] release, pairs with [SEG-6]: the task is whole before its turn is shown.
        mine.turn.store(turn_of(position), std::memory_order_release);
        return push_result::pushed;
      }
    }

    bool try_pop(T& out) noexcept {
      for (platform::backoff<P> lost;; lost()) {
        // [SEG-7] acquire, pairs with [SEG-3, SEG-8]: the segment that the word names is complete.
        std::uint64_t head = head_.load(std::memory_order_acquire);
        if (!filled(head)) return false;
        segment& s = segments_[head >> id_shift];
        const std::uint64_t position = head & position_mask;
        const bool last = position % Slots == Slots - 1;
        // [SEG-4] relaxed, alone: the turn of the last slot was seen, and with it the next segment's name.
        const std::uint64_t id = last ? s.next.load(std::memory_order_relaxed) : head >> id_shift;
        // [SEG-8] release, pairs with [SEG-7, SEG-10]: passes on what [SEG-3] showed to whoever reads the word here.
        if (!head_.compare_exchange_weak(head, word(id, position + 1), std::memory_order_release, std::memory_order_relaxed)) continue;
        // A long backlog is cold: without this a drain waits for memory once per task (bench/dead_ends.md has what else was tried).
        platform::prefetch_for_write(&s.slots[(position + 8) % Slots]);
        out = std::move(s.slots[position % Slots].item.write());
        // [SEG-9] acq_rel, pairs with [SEG-9]: the one who counts the last task out has every other taker behind it.
        if (s.taken.fetch_add(1, std::memory_order_acq_rel) + 1 == Slots) segments_.release(head >> id_shift);
        return true;
      }
    }

    bool ready() noexcept {
      // [SEG-10] acquire, pairs with [SEG-8]: a step that changes nothing, because only a read-modify-write is sure to see the newest head.
      return filled(head_.fetch_add(0, std::memory_order_acquire));
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      // [SEG-11] relaxed, alone: exact when nobody pushes or pops, which is when the pool relies on it.
      const std::uint64_t head = head_.load(std::memory_order_relaxed);
      // [SEG-11] relaxed, alone: read second, so that it is never behind the head that was read.
      const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
      const std::uint64_t ahead = (tail - head) & position_mask;
      return ahead > position_mask / 2 ? 0 : static_cast<std::size_t>(ahead);
    }
    // [SEG-12] relaxed, alone: closing is one more step on the word that every push must take its own step on.
    void close() noexcept { tail_.fetch_or(closed_bit, std::memory_order_relaxed); }
    // [SEG-12] relaxed, alone: the pool reopens a queue that nobody uses.
    void reopen() noexcept { tail_.fetch_and(~closed_bit, std::memory_order_relaxed); }

   private:
    // A word: bit 63 closed, bits 40 to 62 the segment's id, bits 0 to 39 the position, which wraps after 10^12 tasks.
    static constexpr unsigned id_shift = 40;
    static constexpr std::uint64_t position_mask = (std::uint64_t{1} << id_shift) - 1;
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;
    static constexpr std::uint64_t word(std::uint64_t id, std::uint64_t position) noexcept {
      return id << id_shift | (position & position_mask);
    }
    static constexpr std::uint64_t turn_of(std::uint64_t position) noexcept { return (position & position_mask) + 1; }

    struct slot {
      typename P::template atomic<std::uint64_t> turn;  // turn_of(p) once the task of position p is here
      typename P::template cell<T> item;
    };
    struct segment {
      typename P::template atomic<std::uint64_t> next;   // id of the segment that follows, or of the next free one
      typename P::template atomic<std::uint64_t> taken;  // how many of its tasks have left
      alignas(platform::cache_line) std::array<slot, Slots> slots;
    };
    using store = segment_store<P, segment>;

    struct spare {  // a segment in hand, given back unless it was kept
      store& from;
      std::uint64_t id = store::no_segment;
      ~spare() {
        if (id != store::no_segment) from.release(id);
      }
      void ensure() {
        if (id == store::no_segment) id = from.acquire();
      }
      std::uint64_t keep() noexcept { return std::exchange(id, store::no_segment); }
    };

    bool filled(std::uint64_t head) noexcept {
      const std::uint64_t position = head & position_mask;
      // [SEG-6] acquire, pairs with [SEG-5]: whoever sees the turn sees the task.
      return segments_[head >> id_shift].slots[position % Slots].turn.load(std::memory_order_acquire) == turn_of(position);
    }

    store segments_;
    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> tail_;
    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> head_;
  };
};

/// A first-in, first-out queue that grows as needed.
///
/// Guarantee:  first in, first out over all submitters; never full.
/// Cost:       64 bytes a waiting task; a post is one compare-and-swap and one store, a take two read-modify-writes. Every 256th
///             post takes a segment of 16 KiB from the free ones, or from the heap when there is none. Segments are
///             reused and go back to the heap with the pool. A thread that is preempted between claiming a slot and filling it
///             hides the tasks behind it until it runs again.
/// Not for:    submitters that outrun the workers for long; queue::bounded makes them wait.
/// Visibility: whatever the submitter did before posting is seen by the task.
using unbounded = unbounded_by<256>;

static_assert(queue_policy<unbounded>);

}  // namespace weir::queue

#endif
