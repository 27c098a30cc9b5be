// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STEALING_HPP
#define WEIR_POLICIES_QUEUE_STEALING_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/policies/queue/storage/deque.hpp>
#include <weir/policies/queue/unbounded.hpp>

#include <cstddef>
#include <memory>

namespace weir::queue {

/// A deque of `Slots` slots for each worker, and an injector, which is a `queue::unbounded_by<Slots>`, for everybody else and for
/// what does not fit. Every `Often`th take begins somewhere else than with the worker's own newest task. `queue::stealing` is
/// what users name.
template <std::size_t Slots, unsigned Often>
struct stealing_by {
  static_assert(Slots >= 1, "weir::queue::stealing_by<Slots, Often>: a deque has at least one slot");
  static_assert(Often >= 1, "weir::queue::stealing_by<Slots, Often>: every take, every second take, ..");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    /// A worker's deque, made by its first push: guests, and workers whose tasks post nothing, never need one.
    class seat {
     public:
      seat() = default;
      seat(const seat&) = delete;
      seat& operator=(const seat&) = delete;
      // [SEAT-1] relaxed, alone: whoever destroys the seat is alone with it.
      ~seat() { delete tasks_.load(std::memory_order_relaxed); }

     private:
      friend class on;
      struct turns {
        unsigned takes = 0;    // wraps around
        bool outside = false;  // the last turn from outside found something: there may be more
      };
      typename P::template atomic<deque<P, T, Slots>*> tasks_;
      typename P::template atomic<bool> joined_;
      typename P::template cell<seat*> next_;  // in the list of joined seats
      alignas(platform::cache_line) typename P::template cell<turns> turns_;  // apart from what thieves read
    };

    /// Throws std::bad_alloc when memory is needed and cannot be had; the item is untouched then.
    push_result try_push(T& item, seat* mine) {
      // [SEAT-2] relaxed, alone: who comes after close() knows of it by whatever told them; the injector looks for itself, too.
      if (closed_.load(std::memory_order_relaxed)) return push_result::closed;
      if (deque<P, T, Slots>* own = mine == nullptr ? nullptr : deque_of(*mine); own != nullptr && own->push(item)) return push_result::pushed;
      return injector_.try_push(item);
    }
    push_result try_push(T& item) { return try_push(item, nullptr); }

    bool try_pop(T& out, seat& mine) noexcept {
      // [SEAT-3] relaxed, alone: the owner made it.
      deque<P, T, Slots>* const own = mine.tasks_.load(std::memory_order_relaxed);
      const unsigned n = ++mine.turns_.write().takes;
      if (n % Often == 0 && out_of_turn(n / Often, out, mine, own)) return true;
      const bool may_look_outside = mine.turns_.read().outside && n % 2 == 0 && (own == nullptr || own->size() < Slots / 2);
      if (may_look_outside && take_from_outside(out, mine)) return true;
      return (own != nullptr && own->pop(out)) || injector_.try_pop(out) || steal(out, mine);
    }

    /// From now on others may steal from this seat. One call at a time.
    void join(seat& mine) noexcept {
      // [SEAT-4] relaxed, alone: joins come one after another.
      mine.next_.write() = seats_.load(std::memory_order_relaxed);
      // [SEAT-5] release, pairs with [SEAT-6]: the seat is linked before it is found.
      seats_.store(&mine, std::memory_order_release);
      // [SEAT-7] release, pairs with [SEAT-8]: the seat is linked, and in the list, before its worker makes use of that.
      mine.joined_.store(true, std::memory_order_release);
    }

    bool ready() noexcept {
      if (injector_.ready()) return true;
      for (const seat* s = first(); s != nullptr; s = s->next_.read())
        if (const auto* tasks = shared(*s); tasks != nullptr && tasks->ready()) return true;
      return false;
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      std::size_t n = injector_.size();
      for (const seat* s = first(); s != nullptr; s = s->next_.read())
        if (const auto* tasks = shared(*s)) n += tasks->size();
      return n;
    }
    void close() noexcept {
      // [SEAT-2] relaxed, alone: first, and before the fence.
      closed_.store(true, std::memory_order_relaxed);
      // [SEAT-11] release fence, pairs with [SEG-2]: whom the injector refuses knows that the seats are closed, and may tell others.
      P::fence(std::memory_order_release);
      injector_.close();
    }
    void reopen() noexcept {
      injector_.reopen();
      // [SEAT-2] relaxed, alone: the pool reopens a queue that nobody uses.
      closed_.store(false, std::memory_order_relaxed);
    }
    /// The common queue's.
    bool trim() noexcept { return injector_.trim(); }

   private:
    /// The owner's deque. None while the seat is not joined, because nobody else would find what is in it.
    static deque<P, T, Slots>* deque_of(seat& mine) {
      // [SEAT-3] relaxed, alone: the owner made it.
      if (auto* own = mine.tasks_.load(std::memory_order_relaxed)) return own;
      // [SEAT-12] relaxed, alone: the pusher's fence, which follows, puts the list that has the seat before the push for ready(), too.
      if (!mine.joined_.load(std::memory_order_relaxed)) return nullptr;
      auto* own = std::make_unique<deque<P, T, Slots>>().release();
      // [SEAT-9] release, pairs with [SEAT-10]: the deque is complete before it is found.
      mine.tasks_.store(own, std::memory_order_release);
      return own;
    }

    /// What a worker would neglect that always finds a newer task of its own: posts from outside, the tasks of workers that are held up
    /// or have left, and its own oldest. That one seldom: in a tree of tasks it opens a branch before the others are done, and more of
    /// those than a worker can close overflow to the outside.
    bool out_of_turn(unsigned turn, T& out, seat& mine, deque<P, T, Slots>* own) noexcept {
      if (turn % 3 == 0) return take_from_outside(out, mine);
      if (turn % 3 == 2) return steal(out, mine);
      return turn % seldom == 1 && own != nullptr && own->steal(out);
    }
    static constexpr unsigned seldom = 48;

    /// What has waited out a turn is seldom alone: while there is more, every second take is from outside. But not while the worker has
    /// many tasks of its own: if those post more, as in a tree, each from outside adds to them, until they overflow to the outside.
    bool take_from_outside(T& out, seat& mine) noexcept { return mine.turns_.write().outside = injector_.try_pop(out); }

    /// Begins with the next seat in the list, so that not all go for the same.
    bool steal(T& out, const seat& mine) noexcept {
      // [SEAT-8] acquire, pairs with [SEAT-7]: the seat is linked; a worker may be at work before its seat has been joined.
      if (mine.joined_.load(std::memory_order_acquire))
        for (const seat* s = mine.next_.read(); s != nullptr; s = s->next_.read())
          if (steal_from(*s, out)) return true;
      for (const seat* s = first(); s != nullptr && s != &mine; s = s->next_.read())
        if (steal_from(*s, out)) return true;
      return false;
    }
    static bool steal_from(const seat& s, T& out) noexcept {
      auto* tasks = shared(s);
      return tasks != nullptr && tasks->steal(out);
    }

    seat* first() const noexcept {
      // [SEAT-6] acquire, pairs with [SEAT-5]: the seats that are found are linked.
      return seats_.load(std::memory_order_acquire);
    }
    static deque<P, T, Slots>* shared(const seat& s) noexcept {
      // [SEAT-10] acquire, pairs with [SEAT-9]: the deque that is found is complete.
      return s.tasks_.load(std::memory_order_acquire);
    }

    typename unbounded_by<Slots>::template on<P, T> injector_;
    alignas(platform::cache_line) typename P::template atomic<bool> closed_;  // read by all, written hardly ever
    typename P::template atomic<seat*> seats_;
  };
};

/// A deque for each worker and a common queue for posts from outside: tasks that tasks post stay with their worker.
///
/// Guarantee:  a worker takes its own newest task first, then what came from outside in the order in which it came, then the
///             oldest of another worker. Every 64th take begins elsewhere, so that nothing waits for ever behind newer tasks: one
///             take in 192 with another worker's oldest, one in 3072 with its own; and one in 192 from outside, and if there is something,
///             every second one until there is nothing, or the worker has 128 tasks of its own.
///             There is no order between all tasks. Never full.
/// Cost:       a worker's own post is one store, its own take one compare-and-swap on a slot that nobody else wants; a theft is two
///             read-modify-writes. Each worker whose tasks post has 256 slots of 64 bytes; what does not fit goes to the
///             common queue, which gives memory back as queue::unbounded does. Posts from outside cost what they do there.
/// Not for:    tasks that must start in the order of their posts; pools without tasks that post.
/// Visibility: whatever the submitter did before posting is seen by the task.
using stealing = stealing_by<256, 64>;

static_assert(queue_policy<stealing>);

}  // namespace weir::queue

#endif
