// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STEALING_HPP
#define WEIR_POLICIES_QUEUE_STEALING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/policies/queue/storage/claim.hpp>
#include <weir/policies/queue/storage/claim_size.hpp>
#include <weir/policies/queue/storage/deque.hpp>
#include <weir/policies/queue/unbounded.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace weir::queue {

/// A thief takes the oldest task of its victim.
struct one_task {
  /// `own()` is the thief's deque; null if none of its tasks has posted. False: there was nothing to steal.
  template <class Deque, class T, class Own>
  static bool steal(Deque& victim, T& out, const Own&) noexcept {
    return victim.steal(out);
  }
};

/// A deque of `Slots` slots for each worker, and an injector, a `queue::unbounded_by<Slots>`, for all other posts and for what does not
/// fit. Every `Often`th take does not begin with the worker's own newest task. `Theft` says what a thief takes. Users name it as `queue::stealing`.
/// A worker claims several posts from outside at a time where takes contend, after `Patience` lost exchanges (queue::claim_size).
template <std::size_t Slots, unsigned Often, class Theft = one_task, unsigned Patience = 4>
struct stealing_by {
  static_assert(Slots >= 1, "weir::queue::stealing_by<Slots, Often>: a deque has at least one slot");
  static_assert(Often >= 1, "weir::queue::stealing_by<Slots, Often>: every take, every second take, ..");
  using axis = axes::queue;

  template <class P, class T>
  class on {
    using injector = typename unbounded_by<Slots>::template on<P, T>;

   public:
    static constexpr bool bounded = false;

    /// A worker's deque and its claim, in the list from its first push or its first claim of several on: other workers, and helping callers, have no
    /// deque, and no thief looks at them.
    class seat {
     public:
      seat() = default;
      seat(const seat&) = delete;
      seat& operator=(const seat&) = delete;

     private:
      friend class on;
      struct turns {
        unsigned takes = 0;  // wraps around
        bool claims_more = false;  // the last take has claimed further tasks
        claim_size<platform::smaller_of(std::size_t{16}, Slots), Patience> at_a_time;
        std::uint64_t last = injector::no_take;
      };
      typename P::template cell<std::unique_ptr<deque<P, T, Slots>>> tasks_;
      typename P::template atomic<std::uint64_t> claim_{0};  // the word of a queue::claim
      typename P::template cell<seat*> next_;  // in the list of seats with a deque
      alignas(platform::cache_line) typename P::template cell<turns> turns_;  // on another line than what thieves read
    };

    on() = default;
    on(const on&) = delete;
    on& operator=(const on&) = delete;
    /// Seats may be gone by now, with their deques; what was claimed lies in the injector.
    ~on() {
      // [CLAIM-4] relaxed, alone: no other thread has access any more.
      if (has_claims_.load(std::memory_order_relaxed)) injector_.clear();
    }

    /// Throws std::bad_alloc when it needs memory and there is none; the item is then unchanged.
    push_result try_push(T& item, seat* mine) {
      // [SEAT-2] relaxed, alone: a push that happens after close() sees it; the injector has a closed bit of its own.
      if (closed_.load(std::memory_order_relaxed)) return push_result::closed;
      return mine == nullptr ? injector_.try_push(item) : push_to(*mine, item);
    }
    push_result try_push(T& item) { return try_push(item, nullptr); }

    bool try_pop(T& out, seat& mine) noexcept { return first() == nullptr ? pop_injector(out, mine) : pop_among_deques(out, mine); }

    /// Further tasks that the last take has claimed.
    bool has_claimed_more(seat& mine) noexcept {
      return mine.turns_.read().claims_more && std::exchange(mine.turns_.write().claims_more, false);
    }
    /// The seat is a worker's: it lives as long as the queue.
    void prepare(seat& mine, unsigned) noexcept { mine.turns_.write().at_a_time.may_grow(); }
    /// Nothing: a seat is in the list when there is something in it.
    void join(seat&) noexcept {}

    bool ready() noexcept {
      if (injector_.ready()) return true;
      for (const seat* s = first(); s != nullptr; s = s->next_.read())
        if (s->tasks_.read()->ready() || claim_of(*s).size() != 0) return true;
      return false;
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      std::size_t n = injector_.size();
      for (const seat* s = first(); s != nullptr; s = s->next_.read()) n += s->tasks_.read()->size() + claim_of(*s).size();
      return n;
    }
    void close() noexcept {
      // [SEAT-2] relaxed, alone: stored first, before the fence.
      closed_.store(true, std::memory_order_relaxed);
      // [SEAT-4] release fence, pairs with [SEG-2]: a push that the injector refuses sees the seats closed too,
      // and so do threads that it synchronises with.
      P::fence(std::memory_order_release);
      injector_.close();
    }
    void reopen() noexcept {
      injector_.reopen();
      // [SEAT-2] relaxed, alone: the pool reopens the queue only after its workers have ended.
      closed_.store(false, std::memory_order_relaxed);
    }
    /// Trims the injector.
    bool trim() noexcept { return injector_.trim(); }

   private:
    using own_deque = deque<P, T, Slots>;
    using turns = typename seat::turns;

    // Not inline, like what else concerns a deque: a post from outside, and its take, are then as short as those of the injector.
    [[gnu::noinline]] push_result push_to(seat& mine, T& item) {
      if (deque_of(mine)->push(item)) return push_result::pushed;
      return injector_.try_push(item);
    }
    [[gnu::noinline]] bool pop_among_deques(T& out, seat& mine) noexcept {
      const unsigned n = ++mine.turns_.write().takes;
      if (n % Often == 0 && out_of_turn(n / Often, out, mine)) return true;
      if (own_deque* const own = mine.tasks_.read().get()) {
        // Not while the worker has many tasks of its own: if tasks post tasks, as in a tree, each one from outside adds to them until they overflow.
        if (n % 2 == 0 && own->size() < Slots / 2 && pop_outside(out, mine)) return true;
        if (own->pop(out)) return true;
      }
      return pop_outside(out, mine) || steal(out, mine);
    }

    bool pop_outside(T& out, seat& mine) noexcept { return pop_claim(out, mine) || pop_injector(out, mine); }
    /// Takes the oldest of what the seat's owner has claimed.
    bool pop_claim(T& out, seat& of) noexcept {
      // A segment's id and a place come again, with another item: then that is what the exchange wins.
      for (claim its = claim_of(of); its.size() != 0;) {
        std::uint64_t now = its.word();
        // [CLAIM-2] acquire, pairs with [CLAIM-1]: the items are complete, and the injector's head is past them.
        if (of.claim_.compare_exchange_weak(now, its.rest().word(), std::memory_order_acquire, std::memory_order_relaxed))
          return injector_.take(its, out), true;
        its = claim(now);
      }
      return false;
    }
    static claim claim_of(const seat& s) noexcept {
      // [CLAIM-3] relaxed, alone: an exchange decides who takes; ready() comes after a fence.
      return claim(s.claim_.load(std::memory_order_relaxed));
    }
    bool pop_injector(T& out, seat& mine) noexcept {
      turns& its = mine.turns_.write();
      if (its.at_a_time.now() > 1) [[unlikely]]
        return claim_several(out, mine);
      return injector_.try_pop(out, its.last, count_losses(its));
    }
    static auto count_losses(turns& its) noexcept {
      return [&its](std::uint64_t position, std::uint64_t others) noexcept { its.at_a_time.lost(position, others); };
    }
    /// The owner has taken all of its last claim.
    [[gnu::noinline]] bool claim_several(T& out, seat& mine) noexcept {
      if (!provide_deque(mine)) return injector_.try_pop(out);
      turns& its = mine.turns_.write();
      const std::uint64_t before = its.last;
      const claim found = injector_.try_claim(its.at_a_time.now(), its.last, count_losses(its));
      its.at_a_time.claimed(found.size(), its.last - before);
      if (found.size() == 0) return false;
      if (found.size() > 1) publish(found.rest(), mine);
      injector_.take(found, out);
      return true;
    }
    void publish(claim more, seat& mine) noexcept {
      mine.turns_.write().claims_more = true;
      // [CLAIM-4] relaxed, alone: read when no other thread has access any more. Stored once, so that the line stays shared.
      if (!has_claims_.load(std::memory_order_relaxed)) has_claims_.store(true, std::memory_order_relaxed);
      // [CLAIM-1] release, pairs with [CLAIM-2]: the items that were seen complete, and the step of the injector's head.
      mine.claim_.store(more.word(), std::memory_order_release);
    }
    /// So that the seat is in the list. False if there is no memory for it.
    bool provide_deque(seat& mine) noexcept {
      try {
        return deque_of(mine) != nullptr;
      } catch (const std::bad_alloc&) {
        return false;
      }
    }

    /// The owner's deque, made if needed.
    own_deque* deque_of(seat& mine) {
      if (own_deque* const own = mine.tasks_.read().get()) return own;
      mine.tasks_.write() = std::make_unique<own_deque>();
      link(mine);
      return mine.tasks_.read().get();
    }
    void link(seat& mine) noexcept {
      // [SEAT-1] relaxed, alone: a first look; the exchange orders.
      seat* next = seats_.load(std::memory_order_relaxed);
      do mine.next_.write() = next;
      // [SEAT-3] acq_rel, pairs with [SEAT-3, SEAT-5]: the deque is complete, and the seat linked, before other threads find it; and so are those
      // behind it, which the same take may rob.
      while (!seats_.compare_exchange_weak(next, &mine, std::memory_order_acq_rel, std::memory_order_relaxed));
    }

    /// Takes what starves while the worker always finds newer tasks of its own: posts from outside if it has many, tasks of workers that are busy or
    /// have retired, and its own oldest. The latter seldom: in a tree of tasks it opens a branch before the others are done, and with
    /// too many open branches tasks overflow to the injector.
    [[gnu::noinline]] bool out_of_turn(unsigned turn, T& out, seat& mine) noexcept {
      if (turn % 3 == 0) return pop_outside(out, mine);
      if (turn % 3 == 2) return steal(out, mine);
      return turn % seldom == 1 && mine.tasks_.read() != nullptr && mine.tasks_.read()->steal(out);
    }
    static constexpr unsigned seldom = 48;

    /// Begins with the next seat in the list, so that thieves spread over the seats.
    [[gnu::noinline]] bool steal(T& out, seat& mine) noexcept {
      if (mine.tasks_.read() != nullptr)
        for (seat* s = mine.next_.read(); s != nullptr; s = s->next_.read())
          if (steal_from(*s, out, mine)) return true;
      for (seat* s = first(); s != nullptr && s != &mine; s = s->next_.read())
        if (steal_from(*s, out, mine)) return true;
      return false;
    }
    bool steal_from(seat& s, T& out, seat& mine) noexcept {
      return Theft::steal(*s.tasks_.read(), out, [&mine] { return mine.tasks_.read().get(); }) || pop_claim(out, s);
    }

    seat* first() const noexcept {
      // [SEAT-5] acquire, pairs with [SEAT-3]: the seats that are found are linked, and their deques complete.
      return seats_.load(std::memory_order_acquire);
    }

    injector injector_;
    alignas(platform::cache_line) typename P::template atomic<bool> closed_;  // read by all threads, rarely written
    typename P::template atomic<bool> has_claims_;  // or had: a worker has claimed several tasks at a time
    typename P::template atomic<seat*> seats_;
  };
};

/// A deque for each worker and a common queue for posts from outside: tasks posted by tasks stay with their worker.
///
/// Guarantee:  a worker's takes begin with its own newest task and with the oldest post from outside in turn; if it has 128 or more tasks of its own,
///             with its own. When it finds neither it takes the oldest task of another worker. Every 64th take begins elsewhere, so that no task starves
///             behind newer ones: one take in 192 with another worker's oldest, one in 3072 with its own oldest, one in 192 with a post from
///             outside. There is no order between all tasks. Never full.
/// Cost:       a worker's own post is one store, its own take one compare-and-swap without contention; a theft is two
///             read-modify-writes. Each worker whose tasks post has 256 slots of 64 bytes; what does not fit goes to the
///             common queue, which gives memory back as queue::unbounded does. Posts from outside cost the same as there. Where many workers take
///             them at the same time, each claims up to 16 with one exchange; what it has claimed it takes first, and other workers may take it.
/// Not for:    tasks whose own posts must start in their order: use queue::unbounded, which also keeps the order of all posts from outside.
/// Visibility: what the submitter did before posting is visible to the task.
using stealing = stealing_by<256, 64>;

static_assert(queue_policy<stealing>);

}  // namespace weir::queue

#endif
