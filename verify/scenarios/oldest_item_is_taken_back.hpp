// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OLDEST_ITEM_IS_TAKEN_BACK_HPP
#define WEIR_VERIFY_SCENARIOS_OLDEST_ITEM_IS_TAKEN_BACK_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/move_only_item.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/seated.hpp>
#include <weir/verify/support/tagged.hpp>

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace weir::verify::scenarios {

/// For queues that give items back. Items with any tags are pushed, and perhaps one is taken; then all others are taken back, the oldest first, in
/// whatever order the queue gives them to workers.
template <class Queue, class P>
struct oldest_item_is_taken_back {
  static constexpr const char* claim = "I7, I13: take_back() gives every item of the queue once, the oldest first";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 500, .pct3 = 0, .bound = 0};

  using on = typename Queue::template on<P, move_only_item>;
  using tags = tags_of<on, move_only_item>;

  void thread(unsigned) {
    int pushed = 0;
    while (pushed != 3 && push(pushed + 1)) ++pushed;
    int taken = 0;  // the number of the item that a worker has, or none
    if (choose<P>(2) == 1) {
      move_only_item out;
      for (int attempts = 20; attempts != 0 && taken == 0; --attempts)
        if (pop_and_end(queue, out)) taken = out.number();
    }
    std::size_t left = static_cast<std::size_t>(pushed) - (taken == 0 ? 0 : 1);
    for (int n = 1; n <= pushed; ++n) {
      if (n == taken) continue;
      move_only_item out;
      check<P>(queue.take_back(out), "I7: take_back() gives every item of the queue");
      check<P>(out.number() == n, "I13: take_back() gives the oldest item of all, whatever their tags");
      check<P>(queue.size() == --left && queue.empty() == (left == 0), "I5: an item that was taken back does not count");
    }
    move_only_item none;
    check<P>(!queue.take_back(none), "I6: take_back() of an empty queue gives nothing");
    check<P>(!queue.ready(), "I3: ready() says false for a queue from which all was taken back");
  }

 private:
  bool push(int number) {
    move_only_item item(number);
    push_result r = push_result::full;
    const unsigned tag = choose<P>(std::tuple_size_v<tags> + 1);
    const unsigned value = choose<P>(2);
    try {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((tag == I + 1 ? void(r = queue.try_push(item, sample_tag<std::tuple_element_t<I, tags>>(value))) : void()), ...);
      }(std::make_index_sequence<std::tuple_size_v<tags>>());
    } catch (const std::invalid_argument&) {  // a value that the queue does not take
    }
    if (tag == 0) r = queue.try_push(item);
    return r == push_result::pushed;
  }

  on queue;
};

}  // namespace weir::verify::scenarios

#endif
