// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FAILED_PUSH_LEAVES_ITS_ITEM_HPP
#define WEIR_VERIFY_SCENARIOS_FAILED_PUSH_LEAVES_ITS_ITEM_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/counted_item.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>
#include <exception>
#include <optional>

namespace weir::verify::scenarios {

/// One thread pushes while the system has no memory, and again when it has some: a push that throws has changed nothing. In the end the queue is
/// destroyed with items in it.
///
///     push: take the item; a node for it -> std::bad_alloc      the caller keeps an empty task
template <class Queue, class P>
struct failed_push_leaves_its_item {
  static constexpr const char* claim =
      "I2, I22: a push that throws leaves its item and the queue as they were, and a queue destroys what is left in it";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 100, .pct3 = 0, .bound = 0};

  failed_push_leaves_its_item() { counted_item::alive = 0; }

  void thread(unsigned) {
    queue.emplace();
    while (pushed != most && push()) ++pushed;
    int taken = 0;
    for (counted_item out; taken != pushed / 2; ++taken)
      check<P>(queue->try_pop(out) && out.number() != 0, "I2: what was pushed after a push that threw is there, whole");
    check<P>(counted_item::alive == pushed - taken, "I22: a queue keeps nothing of an item that was taken");
    queue.reset();
    check<P>(counted_item::alive == 0, "I22: the destructor of a queue destroys each item that is left in it, once");
  }

 private:
  /// Was it pushed? Each allocation of the push fails once.
  bool push() {
    counted_item mine(pushed + 1);
    for (unsigned spared = 0;; ++spared) {
      allocations_fail_after<P>(spared);
      std::optional<push_result> r;
      try {
        r = queue->try_push(mine);
      } catch (const std::exception&) {
      }
      allocations_succeed<P>();
      if (r) return *r == push_result::pushed;
      check<P>(mine.number() == pushed + 1, "I2: a push that throws leaves its item as it was");
      check<P>(queue->size() == static_cast<std::size_t>(pushed), "I2: a push that throws leaves the queue as it was");
      check<P>(spared != most, "I2: an open queue takes an item when there is memory");
    }
  }

  static constexpr int most = 16;
  std::optional<typename Queue::template on<P, counted_item>> queue;
  int pushed = 0;
};

}  // namespace weir::verify::scenarios

#endif
