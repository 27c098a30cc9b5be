// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_HELD_BACK_ITEMS_ARE_KEPT_HPP
#define WEIR_VERIFY_SCENARIOS_HELD_BACK_ITEMS_ARE_KEPT_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/move_only_item.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/tagged.hpp>

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>

namespace weir::verify::scenarios {

/// For queues that are told of a task's end. Items with one tag, and at times one with another, are pushed; a worker takes one and does not end it.
/// What the queue holds back meanwhile counts as in the queue, is no item that a take would find, can be taken back, the oldest first, and is
/// found when the first has ended.
///
///     worker: takes the first of a key        stop(): take_back()? -> false, though the second is there
///     worker: takes the first of a key        a worker of the closed pool: empty()? -> yes: leaves, and the second is never run
template <class Queue, class P>
struct held_back_items_are_kept {
  static constexpr const char* claim =
      "I2, I7: an item that is held back is in the queue: it is counted, taken back, and taken when it may be";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 500, .pct3 = 0, .bound = 0};

  using on = typename Queue::template on<P, move_only_item>;
  using seat = seat_of<on>;
  using tags = tags_of<on, move_only_item>;

  void thread(unsigned) {
    const unsigned tag = choose<P>(std::tuple_size_v<tags> + 1);
    const bool another = choose<P>(2) == 1;
    while (pushed != 3 && push(tag, another && pushed == 2)) ++pushed;
    left = pushed;
    seat mine{};
    move_only_item out;
    check<P>(pop(out, mine), "I6: an item that was pushed can be taken");
    count();
    if (choose<P>(2) == 1) take_the_rest_back();
    run_what_may_run();
    end(mine);
    run_what_may_run();
    check<P>(left == 0, "I2: what was held back is found when the task before it has ended");
    count();
    check<P>(!queue.ready(), "I3: ready() says false for an empty queue");
    pushed = 0;
    check<P>(push(tag, false) && pop(out, mine), "I16: what comes later with the tag is held back by nothing");
    queue.done(mine);
  }

 private:
  /// Ends the task of a seat; perhaps as a coroutine that has taken the seat with it, while the worker runs another task.
  void end(seat& mine) {
    if constexpr (std::is_move_constructible_v<seat> && std::is_move_assignable_v<seat>) {
      if (choose<P>(2) == 1) {
        seat of_coroutine(std::move(mine));
        mine = seat{};
        move_only_item out;
        if (pop(out, mine)) queue.done(mine);
        return queue.done(of_coroutine);
      }
    }
    queue.done(mine);
  }
  bool push(unsigned tag, bool other_value) {
    move_only_item item(pushed + 1);
    push_result r = push_result::full;
    try {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((tag == I + 1 ? void(r = queue.try_push(item, sample_tag<std::tuple_element_t<I, tags>>(other_value ? 1 : 0))) : void()), ...);
      }(std::make_index_sequence<std::tuple_size_v<tags>>());
    } catch (const std::invalid_argument&) {  // a value that the queue does not take
    }
    if (tag == 0) r = queue.try_push(item);
    if (r == push_result::pushed) taken[pushed] = false;
    return r == push_result::pushed;
  }
  bool pop(move_only_item& out, seat& mine) {
    for (int attempts = 20; attempts != 0 && queue.ready(); --attempts) {
      if (!queue.try_pop(out, mine)) continue;
      note(out);
      return true;
    }
    check<P>(!queue.ready(), "I3: ready() says true for what a take finds, so not for an item that is held back");
    return false;
  }
  void note(const move_only_item& out) {
    const int n = out.number();
    check<P>(n > 0 && n <= 3 && !taken[n - 1], "I6: an item is taken once, whole");
    taken[n - 1] = true;
    --left;
  }
  /// Takes what another worker may take now.
  void run_what_may_run() {
    move_only_item out;
    for (seat other{}; pop(out, other); queue.done(other)) count();
    count();
  }
  void take_the_rest_back() {
    if constexpr (gives_back<on, move_only_item>) {
      for (int before = 0; left != 0;) {
        move_only_item out;
        check<P>(queue.take_back(out), "I7: take_back() gives every item, also one that is held back");
        note(out);
        check<P>(out.number() > before, "I13: take_back() gives the oldest item of all, also one that is held back");
        before = out.number();
        count();
      }
    }
  }
  void count() {
    check<P>(queue.size() == static_cast<std::size_t>(left), "I5: size() counts an item that is held back");
    check<P>(queue.empty() == (left == 0), "I2: empty() says false while an item is held back");
  }

  on queue;
  int pushed = 0;
  int left = 0;
  bool taken[3] = {};
};

}  // namespace weir::verify::scenarios

#endif
