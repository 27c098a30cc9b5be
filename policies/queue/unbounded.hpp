// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_UNBOUNDED_HPP
#define WEIR_POLICIES_QUEUE_UNBOUNDED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/pages.hpp>
#include <weir/platform/prefetch.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/policies/queue/storage/claim.hpp>
#include <weir/policies/queue/storage/segment_store.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace weir::queue {

/// A chain of segments of `Slots` slots each. The position word also names the segment, so one compare-and-swap claims a slot and, at
/// the end of a segment, moves to the next. An idle pool keeps the memory of `Spares` free segments. Users name it as `queue::unbounded`.
template <std::size_t Slots, std::uint64_t Spares = 256>
struct unbounded_by {
  static_assert(std::has_single_bit(Slots) && Slots <= (1u << 20),
                "weir::queue::unbounded_by<Slots>: a segment has 1, 2, 4, ... 2^20 slots");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    on() : on(0) {}
    /// For tests: starts as if `gone` tasks had passed through.
    explicit on(std::uint64_t gone) {
      const std::uint64_t first = segments_.acquire();
      // [SEG-1] relaxed, alone: no other thread has access yet.
      tail_.store(word(first, gone), std::memory_order_relaxed);
      // [SEG-1] relaxed, alone: no other thread has access yet.
      head_.store(word(first, gone), std::memory_order_relaxed);
    }
    on(const on&) = delete;
    on& operator=(const on&) = delete;
    ~on() {
      for (T left; try_pop(left);) {
      }
    }

    /// Throws std::bad_alloc when it needs a segment and there is no memory; the item is then unchanged.
    push_result try_push(T& item) {
      spare fresh{segments_};
      for (platform::backoff<P> lost;; lost()) {
        // [SEG-2] acquire, pairs with [SEG-3, SEAT-4]: the segment that the word names is complete.
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
        // [SEG-4] relaxed, alone: published, with the task, by the turn of this segment's last slot.
        if (last) at.label.next.store(fresh.keep(), std::memory_order_relaxed);
        mine.item.write().put(std::move(item));
        // [SEG-5] release, pairs with [SEG-6]: the task is complete before its turn is published.
        mine.turn.store(turn_of(position), std::memory_order_release);
        return push_result::pushed;
      }
    }

    bool try_pop(T& out) noexcept {
      std::uint64_t last = no_take;
      return try_pop(out, last, [](std::uint64_t, std::uint64_t) noexcept {});
    }
    /// For a taker that wants to know of the others: `last` holds where its last take was, between calls, or no_take. If another taker is faster, it
    /// calls `lost`, once, with the head's position and the number of items that others have taken since.
    template <class Lost>
    bool try_pop(T& out, std::uint64_t& last, Lost lost) noexcept {
      segment* in = nullptr;
      const claim found = claim_up_to(1, last, lost, in);
      if (found.size() == 0) return false;
      take(*in, found, out);
      return true;
    }
    static constexpr std::uint64_t no_take = ~std::uint64_t{0};

    /// The same, and claims up to `most` items with one exchange. Each of them is then taken once, by any thread that the claim is published to.
    template <class Lost>
    claim try_claim(std::size_t most, std::uint64_t& last, Lost lost) noexcept {
      segment* in = nullptr;
      return claim_up_to(most, last, lost, in);
    }
    /// Destroys all items, those that have been claimed, too. Called last, when no other thread uses the queue.
    void clear() {
      segments_.for_each([](segment& each) { each.clear(); });
    }
    /// Takes the oldest item of a claim.
    void take(claim from, T& out) noexcept { take(segments_[from.segment()].segment, from, out); }

    bool ready() noexcept {
      for (;;) {
        // [SEG-10] acquire, pairs with [SEG-8]: adds 0, because only a read-modify-write is sure to see the newest head.
        const std::uint64_t head = head_.fetch_add(0, std::memory_order_acquire);
        if (filled(segments_[head >> id_shift].segment, head)) return true;
        if (is_head(head)) return false;
      }
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      // [SEG-11] relaxed, alone: exact without concurrent pushes and pops, which is when the pool relies on it.
      const std::uint64_t head = head_.load(std::memory_order_relaxed);
      // [SEG-11] relaxed, alone: read second, so that it is never behind the head that was read.
      const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
      const std::uint64_t ahead = (tail - head) & position_mask;
      return ahead > position_mask / 2 ? 0 : static_cast<std::size_t>(ahead);
    }
    // [SEG-12] relaxed, alone: closing changes the word that every push must change too.
    void close() noexcept { tail_.fetch_or(closed_bit, std::memory_order_relaxed); }
    // [SEG-12] relaxed, alone: the pool reopens the queue only after its workers have ended.
    void reopen() noexcept { tail_.fetch_and(~closed_bit, std::memory_order_relaxed); }

    /// Gives the memory of one surplus free segment back to the system. False: there is none.
    bool trim() noexcept { return segments_.trim(); }

   private:
    // A word: bit 63 closed, bits 40 to 62 the segment's id, bits 0 to 39 the position, which wraps after 10^12 tasks.
    static constexpr unsigned id_shift = claim::id_shift;
    static constexpr std::uint64_t position_mask = (std::uint64_t{1} << id_shift) - 1;
    static constexpr std::uint64_t closed_bit = std::uint64_t{1} << 63;
    static constexpr std::uint64_t word(std::uint64_t id, std::uint64_t position) noexcept {
      return id << id_shift | (position & position_mask);
    }
    static constexpr std::uint64_t turn_of(std::uint64_t position) noexcept { return (position & position_mask) + 1; }

    class room {  // storage for a task, which exists from put() to move_to()
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
      typename P::template atomic<std::uint64_t> turn;  // turn_of(p) while it holds the task of position p, else 0, which is no turn_of()
      typename P::template cell<room> item;
    };
    struct label {
      typename P::template atomic<std::uint64_t> next;  // id of the segment that follows, or of the next free one
    };
    static constexpr std::size_t border = sizeof(slot) * Slots % platform::page == 0 ? platform::page : platform::cache_line;
    struct alignas(platform::larger_of(border, alignof(slot))) segment {
      std::array<slot, Slots> slots;
      /// Have all takers finished with it?
      bool left() const noexcept {
        // [SEG-13] acquire, pairs with [SEG-9]: every taker has finished before the segment is reused.
        for (const slot& each : slots)
          if (each.turn.load(std::memory_order_acquire) != 0) return false;
        return true;
      }
      void clear() noexcept {
        T left;
        for (slot& each : slots) {
          // [SEG-1] relaxed, alone: no other thread has access any more.
          if (each.turn.load(std::memory_order_relaxed) == 0) continue;
          each.item.write().move_to(left);
          // [SEG-1] relaxed, alone: no other thread has access any more.
          each.turn.store(0, std::memory_order_relaxed);
        }
      }
      void blank() noexcept {
        // [SEG-14] relaxed, alone: published when the segment is passed on. No position has this turn: a late thread finds no task.
        for (slot& each : slots) each.turn.store(0, std::memory_order_relaxed);
      }
    };
    using store = segment_store<P, label, segment, Spares>;

    struct spare {  // owns a segment; releases it unless keep() was called
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

    template <class Lost>
    [[gnu::always_inline]] claim claim_up_to(std::size_t most, std::uint64_t& last, Lost lost, segment*& in) noexcept {
      for (platform::backoff<P> wait(most == 1 ? platform::backoff<P>::usual : few_pauses);; wait()) {
        // [SEG-7] acquire, pairs with [SEG-3, SEG-8]: the segment that the word names is complete.
        std::uint64_t head = head_.load(std::memory_order_acquire);
        const auto at = segments_[head >> id_shift];
        if (!filled(at.segment, head) && is_head(head)) return last = no_take, claim();  // a stale head makes the exchange fail
        const std::uint64_t position = head & position_mask;
        const std::size_t place = position % Slots;
        std::size_t n = 1;
        while (n < most && place + n < Slots && filled(at.segment, position + n)) ++n;
        // [SEG-4] relaxed, alone: the turn of the last slot, seen above, published the next segment's id.
        const std::uint64_t id = place + n == Slots ? at.label.next.load(std::memory_order_relaxed) : head >> id_shift;
        // [SEG-8] release, pairs with [SEG-7, SEG-10]: passes on what [SEG-3] published to later readers of this word.
        if (head_.compare_exchange_weak(head, word(id, position + n), std::memory_order_release, std::memory_order_relaxed)) {
          // A long backlog is not in the cache: without this a drain waits for memory once per task (other attempts: bench/dead_ends.md).
          for (std::size_t i = 1; i < n; ++i) platform::prefetch_for_write(&at.segment.slots[place + i]);
          if (n == 1) platform::prefetch_for_write(&at.segment.slots[(place + 8) % Slots]);
          in = &at.segment;
          last = (position + n) & position_mask;
          return claim(head >> id_shift, place, n);
        }
        if (last != no_take) lost(position, (position - std::exchange(last, no_take)) & position_mask);
      }
    }
    void take(segment& in, claim from, T& out) noexcept {
      slot& mine = in.slots[from.place()];
      mine.item.write().move_to(out);
      // [SEG-9] release, pairs with [SEG-6, SEG-13]: the task is moved out of the slot, and the head is past its position.
      mine.turn.store(0, std::memory_order_release);
      if (from.place() == Slots - 1) segments_.release(from.segment());
    }
    static constexpr unsigned few_pauses = 16;  // a taker of several items has no use for running ahead of the others

    static bool filled(const segment& s, std::uint64_t head) noexcept {
      const std::uint64_t position = head & position_mask;
      // [SEG-6] acquire, pairs with [SEG-5, SEG-9]: seeing the turn means seeing the task; seeing it cleared means seeing the
      // head past the position.
      return s.slots[position % Slots].turn.load(std::memory_order_acquire) == turn_of(position);
    }

    /// Called after the slot at `head` was found empty: its task may have been taken since the head was read.
    bool is_head(std::uint64_t head) const noexcept {
      // [SEG-15] relaxed, alone: if the task was taken, [SEG-6] has made the newer head visible.
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
///             segment of 16 KiB from the free ones, or from the heap if there is none; every 256th take checks whether one is empty.
///             Idle workers give free segments back to the system, all but 256 (4 MB). A thread that is preempted between claiming a
///             slot and filling it hides the tasks behind it until it runs again.
/// Not for:    submitters that outrun the workers for long: use queue::bounded, which makes them wait.
/// Visibility: what the submitter did before posting is visible to the task.
using unbounded = unbounded_by<256>;

static_assert(queue_policy<unbounded>);

}  // namespace weir::queue

#endif
