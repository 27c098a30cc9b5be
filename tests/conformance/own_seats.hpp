// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_OWN_SEATS_HPP
#define TESTS_CONFORMANCE_OWN_SEATS_HPP

#include <weir/concepts/queue_policy.hpp>

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>

namespace weir::tests {

/// A queue with seats as a plain queue for the conformance suite: every thread that calls it is a worker with a joined seat of its own,
/// from its first call on. A seat outlives its thread, as a worker's does, with what is in it. A task that was taken ends at once.
template <class Queue>
struct own_seats {
  using axis = axes::queue;

  template <class P, class T>
  class on {
    using base = typename Queue::template on<P, T>;
    using seat = seat_of<base>;

   public:
    static constexpr bool bounded = base::bounded;

    push_result try_push(T& item) {
      if constexpr (pushes_to_seat<base, T>)
        return queue_.try_push(item, &mine());
      else
        return queue_.try_push(item);
    }
    bool try_pop(T& out) {
      seat& s = mine();
      const bool popped = queue_.try_pop(out, s);
      if constexpr (hears_of_the_end<base>) queue_.done(s);
      return popped;
    }
    bool ready() noexcept { return queue_.ready(); }
    bool empty() const noexcept { return queue_.empty(); }
    std::size_t size() const noexcept { return queue_.size(); }
    void close() noexcept { queue_.close(); }
    void reopen() noexcept { queue_.reopen(); }

   private:
    seat& mine() {
      thread_local std::uint64_t of = 0;
      thread_local seat* known = nullptr;
      if (of != number_) {
        const std::lock_guard lock(joining_);
        known = &seats_.emplace_back();
        of = number_;
        if constexpr (prepares_seats<base>) queue_.prepare(*known, static_cast<unsigned>(seats_.size() - 1));
        queue_.join(*known);
      }
      return *known;
    }
    static std::uint64_t next_number() {
      static std::atomic<std::uint64_t> made{0};
      return ++made;
    }

    const std::uint64_t number_ = next_number();
    std::mutex joining_;
    std::list<seat> seats_;
    base queue_;
  };
};

}  // namespace weir::tests

#endif
