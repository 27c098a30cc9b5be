// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SEATED_HPP
#define WEIR_VERIFY_SUPPORT_SEATED_HPP

#include <weir/concepts/queue_policy.hpp>

#include <type_traits>

namespace weir::verify {

/// Takes an item with a seat of its own, if the queue has seats, and ends it at once.
template <class Queue, class T>
bool pop_and_end(Queue& queue, T& out) noexcept {
  if constexpr (seated_queue<Queue>) {
    seat_of<Queue> mine{};
    const bool popped = queue.try_pop(out, mine);
    if constexpr (hears_of_the_end<Queue>) queue.done(mine);
    return popped;
  } else {
    return queue.try_pop(out);
  }
}

/// A queue whose pops need a seat or whose pushes take a tag, as a plain queue: every pop has a seat of its own and ends at once what it
/// took, and every push carries `Tag`, if there is one.
template <class Queue, auto... Tag>
struct seated {
  static_assert(sizeof...(Tag) <= 1);
  using axis = axes::queue;

  template <class P, class T>
  class on : public Queue::template on<P, T> {
    using base = typename Queue::template on<P, T>;

   public:
    push_result try_push(T& item) { return base::try_push(item, Tag...); }
    bool try_pop(T& out) noexcept { return pop_and_end(static_cast<base&>(*this), out); }

   private:
    using seat = no_seat;
  };
};

}  // namespace weir::verify

#endif
