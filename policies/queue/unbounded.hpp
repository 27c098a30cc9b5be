// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_UNBOUNDED_HPP
#define WEIR_POLICIES_QUEUE_UNBOUNDED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/pages.hpp>
#include <weir/platform/prefetch.hpp>
#include <weir/policies/queue/storage/segment_store.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace weir::queue {

/// A chain of segments of `Slots` slots each, in which the position word itself names the segment: one compare-and-swap
/// claims a slot and, at the end of a segment, moves on to the next. An idle pool keeps the memory of `Spares` free segments.
/// `queue::unbounded` is what users name.
template <std::size_t Slots, std::uint64_t Spares = 256>
struct unbounded_by {
  static_assert(std::has_single_bit(Slots) && Slots <= (1u << 20), "weir::queue::unbounded_by<Slots>: a segment has 1, 2, 4, ... 2^20 slots");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    on() : on(0) {}
    /// For tests: as if so many tasks had been in it.
    explicit on(std::uint64_t gone) {
      const std::uint64_t first = segments_.acquire();
      // [SEG-1] relaxed, alone: nobody else knows the queue yet.
      tail_.store(word(first, gone), std::memory_order_relaxed);
      // [SEG-1] relaxed, alone: nobody else knows the queue yet.
      head_.store(word(first, gone), std::memory_order_relaxed);
    }
    on(const on&) = delete;
    on& operator=(const on&) = delete;
    ~on() {
      for (T left; try_pop(left);) {
      }
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
          next = word(fresh.id, position + 1);
        }
        // [SEG-3] release, pairs with [SEG-2, SEG-7]: a new segment is complete before the word names it.
        if (!tail_.compare_exchange_weak(tail, next, std::memory_order_release, std::memory_order_relaxed)) continue;
        const auto at = segments_[tail >> id_shift];
        slot& mine = at.segment.slots[position % Slots];
        // [SEG-4] relaxed, alone: shown, with the task, by the turn of this segment's last slot.
        if (last) at.label.next.store(fresh.keep(), std::memory_order_relaxed);
        mine.item.write().put(std::move(item));
        // [SEG-5] release, pairs with [SEG-6]: the task is whole before its turn is shown.
        mine.turn.store(turn_of(position), std::memory_order_release);
        return push_result::pushed;
      }
    }

    bool try_pop(T& out) noexcept {
      for (platform::backoff<P> lost;; lost()) {
        // [SEG-7] acquire, pairs with [SEG-3, SEG-8]: the segment that the word names is complete.
        std::uint64_t head = head_.load(std::memory_order_acquire);
        const auto at = segments_[head >> id_shift];
        if (!filled(at.segment, head) && is_head(head)) return false;  // one that is the head no more makes the exchange fail
        const std::uint64_t position = head & position_mask;
        const bool last = position % Slots == Slots - 1;
        // [SEG-4] relaxed, alone: the turn of the last slot was seen, and with it the next segment's name.
        const std::uint64_t id = last ? at.label.next.load(std::memory_order_relaxed) : head >> id_shift;
        // [SEG-8] release, pairs with [SEG-7, SEG-10]: passes on what [SEG-3] showed to whoever reads the word here.
        if (!head_.compare_exchange_weak(head, word(id, position + 1), std::memory_order_release, std::memory_order_relaxed)) continue;
        // A long backlog is cold: without this a drain waits for memory once per task (bench/dead_ends.md has what else was tried).
        platform::prefetch_for_write(&at.segment.slots[(position + 8) % Slots]);
        slot& mine = at.segment.slots[position % Slots];
        mine.item.write().move_to(out);
        // [SEG-9] release, pairs with [SEG-6, SEG-13]: the task has left the slot, and the head its position.
        mine.turn.store(0, std::memory_order_release);
        if (last) segments_.release(head >> id_shift);
        return true;
      }
    }
    bool ready() noexcept {
      for (;;) {
        // [SEG-10] acquire, pairs with [SEG-8]: a step that changes nothing, because only a read-modify-write is sure to see the newest head.
        const std::uint64_t head = head_.fetch_add(0, std::memory_order_acquire);
        if (filled(segments_[head >> id_shift].segment, head)) return true;
        if (is_head(head)) return false;
      }
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

    /// Gives the memory of one free segment too many back to the system. False: there is none.
    bool trim() noexcept { return segments_.trim(); }

   private:
    // A word: bit 63 closed, bits 40 to 62 the segment's id, bits 0 to 39 the position, which wraps after 10^12 tasks.
    static constexpr unsigned id_shift = 40;
    static constexpr std::uint64_t position_mask = (std::uint64_t{1} << id_shift) - 1;
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;
    static constexpr std::uint64_t word(std::uint64_t id, std::uint64_t position) noexcept {
      return id << id_shift | (position & position_mask);
    }
    static constexpr std::uint64_t turn_of(std::uint64_t position) noexcept { return (position & position_mask) + 1; }

    class room {  // for a task: there is one from put() to move_to(), and only bytes otherwise
     public:
      room() noexcept {}  // leaves the bytes as they are
      void put(T&& task) noexcept { std::construct_at(reinterpret_cast<T*>(bytes_), std::move(task)); }
      void move_to(T& out) noexcept {
        T* const task = std::launder(reinterpret_cast<T*>(bytes_));
        out = std::move(*task);
        std::destroy_at(task);
      }

     private:
      alignas(T) std::byte bytes_[sizeof(T)];
    };
    struct slot {
      typename P::template atomic<std::uint64_t> turn;  // turn_of(p) while the task of position p is here, else 0, which no position has
      typename P::template cell<room> item;
    };
    struct label {
      typename P::template atomic<std::uint64_t> next;  // id of the segment that follows, or of the next free one
    };
    static constexpr std::size_t border = sizeof(slot) * Slots % platform::page == 0 ? platform::page : platform::cache_line;
    struct alignas(std::max(border, alignof(slot))) segment {
      std::array<slot, Slots> slots;
      /// Has every task left that was ever in it?
      bool left() const noexcept {
        // [SEG-13] acquire, pairs with [SEG-9]: whoever uses the segment again has every taker behind it.
        return std::ranges::all_of(slots, [](const slot& each) { return each.turn.load(std::memory_order_acquire) == 0; });
      }
      void blank() noexcept {
        // [SEG-14] relaxed, alone: shown by whatever hands the segment on. No position has this turn: who comes late finds no task.
        for (slot& each : slots) each.turn.store(0, std::memory_order_relaxed);
      }
    };
    using store = segment_store<P, label, segment, Spares>;

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

    static bool filled(const segment& s, std::uint64_t head) noexcept {
      const std::uint64_t position = head & position_mask;
      // [SEG-6] acquire, pairs with [SEG-5, SEG-9]: whoever sees the turn sees the task, and whoever sees that it has gone the step past it.
      return s.slots[position % Slots].turn.load(std::memory_order_acquire) == turn_of(position);
    }

    /// After a slot at the head was found empty: it may have been taken since the head was read.
    bool is_head(std::uint64_t head) const noexcept {
      // [SEG-15] relaxed, alone: [SEG-6] saw that the slot was left, and the step from it before.
      return head_.load(std::memory_order_relaxed) == head;
    }

    store segments_;
    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> tail_;
    alignas(platform::cache_line) typename P::template atomic<std::uint64_t> head_;
  };
};

/// A first-in, first-out queue that grows as needed.
///
/// Guarantee:  first in, first out over all submitters; never full.
/// Cost:       64 bytes a waiting task; a post and a take are one compare-and-swap and one store each. Every 256th post takes a
///             segment of 16 KiB from the free ones, or from the heap when there is none; every 256th take looks whether all tasks
///             have left one. A worker with nothing to do gives free segments back to the system, all but 256 (4 MB). A thread that
///             is preempted between claiming a slot and filling it hides the tasks behind it until it runs again.
/// Not for:    submitters that outrun the workers for long; queue::bounded makes them wait.
/// Visibility: whatever the submitter did before posting is seen by the task.
using unbounded = unbounded_by<256>;

static_assert(queue_policy<unbounded>);

}  // namespace weir::queue

#endif
