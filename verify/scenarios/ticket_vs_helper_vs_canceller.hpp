// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TICKET_VS_HELPER_VS_CANCELLER_HPP
#define WEIR_VERIFY_SCENARIOS_TICKET_VS_HELPER_VS_CANCELLER_HPP

#include <weir/engine/task/cancellable_task.hpp>
#include <weir/task.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir::verify::scenarios {

/// helper_vs_its_turn without the steps of a pool, of which there are too many to see every execution: a worker has the ticket of a cancellable task,
/// whose turn has come or which it hands back, while a thread that waits for the task helps, and another one cancels it.
template <class P>
struct ticket_vs_helper_vs_canceller {
  static constexpr const char* claim = "I5, I9, I21, I22: of its worker, a thread that waits for it and a canceller, one has the task";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void before() {
    ticket.emplace(*its);
    its->take_share();
    its->take_share();
    its->hold(task([this, end = std::unique_ptr<ticket_vs_helper_vs_canceller, told>(this)] { ++ran.write(); }));
  }
  void thread(unsigned i) {
    if (i == 0) {
      engine::cancellable_ticket<P> mine = std::move(*ticket);
      handed_back = choose<P>(2) == 1;
      if (!handed_back) mine();
    } else {
      if (i == 1) its->help();
      if (i == 2) cancelled = its->cancel();
      its->let_go();
    }
  }
  void finish() {
    check<P>(ran.read() <= 1 && destroyed.read() == 1, claim);
    check<P>(cancelled ? ran.read() == 0 : handed_back || ran.read() == 1, claim);
  }

 private:
  /// Of what the task has captured.
  struct told {
    void operator()(ticket_vs_helper_vs_canceller* of) const { ++of->destroyed.write(); }
  };

  engine::cancellable_task<P>* const its = new engine::cancellable_task<P>(std::stop_source(std::nostopstate), true);
  std::optional<engine::cancellable_ticket<P>> ticket;
  typename P::template cell<int> ran, destroyed;
  bool handed_back = false;
  bool cancelled = false;
};

}  // namespace weir::verify::scenarios

#endif
