// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TRACE_TELLS_EVERY_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_TRACE_TELLS_EVERY_TASK_HPP

#include <weir/policies/observer/trace.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <sstream>
#include <string>

namespace weir::verify::scenarios {

/// Two submitters, whose tasks run on a worker or on themselves; one of them writes the trace down while tasks may run. The notes of
/// callers meet in one log, and a log joins the list while the list may be read.
template <class Pool>
struct trace_tells_every_task : stage<Pool, 2> {
  static constexpr const char* claim = "I5: the trace of an idle pool has every task once";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    this->post(i);
    if (i == 0) check<P>(written() <= 2, "I5: no task is told twice");
  }
  void finish() {
    this->pool->wait_idle();
    check<P>(written() == this->accepted[0] + this->accepted[1], claim);
    this->end_and_check("I2: every accepted task runs once, a refused one never");
  }

  int written() {
    std::ostringstream out;
    this->pool->observer().write_json(out);
    const std::string text = out.str();
    int tasks = 0;
    for (auto at = text.find("\"ph\""); at != std::string::npos; at = text.find("\"ph\"", at + 1)) ++tasks;
    return tasks;
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
