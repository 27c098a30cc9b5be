// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_NEXT_GROUP_VS_LATE_TICKET_HPP
#define WEIR_VERIFY_SCENARIOS_NEXT_GROUP_VS_LATE_TICKET_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <atomic>
#include <cstddef>

namespace weir::verify::scenarios {

/// A worker ends a group whose ticket is still queued, and attaches its next group to that ticket, while another worker takes it. The tasks of the next
/// group need that other worker: the first one does not work for them before they have run.
///
///     first worker:  the ticket is queued, so the next group needs no post
///     second worker: takes the ticket, finds no group, and sleeps
///     first worker:  attaches the next group to it, and waits for ever
template <class Pool>
struct next_group_vs_late_ticket : stage<Pool, 4> {
  static constexpr const char* claim = "I29: a group gets help from a free worker, by a ticket of its own or one of a group before";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      {
        task_group<Pool> first(*this->pool);
        first.run(this->task(1));
        static_cast<void>(first.wait());
      }
      task_group<Pool> next(*this->pool);
      for (const std::size_t n : {2, 3}) {
        next.run([this, n] {
          this->task(n)();
          // [STAGE] release and acquire: the task has run.
          helped.store(n, std::memory_order_release);
        });
        while (helped.load(std::memory_order_acquire) != n) P::yield();
      }
      static_cast<void>(next.wait());
    }) == post_result::accepted;
  }
  void finish() {
    for (bool& each : this->accepted) each = this->accepted[0];
    this->end_and_check(claim);
  }

  typename P::template atomic<std::size_t> helped;
};

}  // namespace weir::verify::scenarios

#endif
