// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ADDERS_VS_REFUSED_TICKET_HPP
#define WEIR_VERIFY_SCENARIOS_ADDERS_VS_REFUSED_TICKET_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// Two threads add tasks to a group of a pool that is closed. Each may ask for help, and the pool refuses.
///
///     first thread:  posts a ticket, which is refused
///     second thread: adds a task meanwhile, and looks whether a ticket is out
template <class Pool>
struct adders_vs_refused_ticket : stage<Pool, 2> {
  static constexpr const char* claim = "I21: a group that its pool refuses to help has the tasks that several threads add";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1});
    this->pool->shutdown();
    group.emplace(*this->pool);
  }
  void thread(unsigned i) { group->run(this->task(i)); }
  void finish() {
    check<P>(group->wait() == group_result::complete, claim);
    group.reset();
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  std::optional<task_group<Pool>> group;
};

}  // namespace weir::verify::scenarios

#endif
