// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ATTACHED_GROUP_VS_TAKEN_TICKET_HPP
#define WEIR_VERIFY_SCENARIOS_ATTACHED_GROUP_VS_TAKEN_TICKET_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/help_ticket.hpp>
#include <weir/engine/task/spare_ticket_links.hpp>
#include <weir/post_result.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <atomic>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// What a task_group needs of a pool: a place for one ticket, which one thread posts and another one takes.
template <class P>
class place_for_a_ticket {
 public:
  using platform_type = P;
  using ticket = engine::help_ticket<engine::ticket_link<P>>;

  post_result try_post(ticket t) {
    // [STAGE] release and acquire: a place that is full has its ticket, and an empty one can be written.
    if (full_.load(std::memory_order_acquire)) return post_result::full;
    place_.write().emplace(std::move(t));
    full_.store(true, std::memory_order_release);
    return post_result::accepted;
  }
  /// False: there is none.
  bool run_one() {
    if (!full_.load(std::memory_order_acquire)) return false;
    ticket mine = *std::exchange(place_.write(), std::nullopt);
    full_.store(false, std::memory_order_release);
    mine();
    return true;
  }

 private:
  typename P::template atomic<bool> full_{false};
  typename P::template cell<std::optional<ticket>> place_;
};

/// next_group_vs_late_ticket without the steps of a pool, of which there are too many to see every execution: a worker ends a group whose ticket is
/// queued, and attaches its next group to that ticket, while another worker takes it.
template <class P>
struct attached_group_vs_taken_ticket {
  static constexpr const char* claim = "I29: a group gets help from a free worker, by a ticket of its own or one of a group before";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = 2 * few_graphs};
  using pool = place_for_a_ticket<P>;

  void thread(unsigned i) {
    if (i == 1) {
      while (!over.load(std::memory_order_acquire))
        if (!tickets.run_one()) P::yield();
      return;
    }
    engine::spare_ticket_links<P> links;
    engine::task_frame<P> worker(nullptr);
    worker.links = &links;
    {
      task_group<pool> first(tickets);
      first.run([this] { ++ran[0].write(); });
      static_cast<void>(first.wait());
    }
    task_group<pool> next(tickets);
    for (const int n : {1, 2}) {
      next.run([this, n] {
        ++ran[n].write();
        // [STAGE] release and acquire: the task has run.
        helped.store(n, std::memory_order_release);
      });
      while (helped.load(std::memory_order_acquire) != n) P::yield();
    }
    check<P>(next.wait() == group_result::complete, claim);
    over.store(true, std::memory_order_release);
  }
  void finish() {
    for (auto& each : ran) check<P>(each.read() == 1, claim);
  }

  pool tickets;
  typename P::template cell<int> ran[3];
  typename P::template atomic<int> helped{0};
  typename P::template atomic<bool> over{false};
};

}  // namespace weir::verify::scenarios

#endif
