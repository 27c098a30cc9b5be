// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TRACE_TELLS_EVERY_TURN_HPP
#define WEIR_VERIFY_SCENARIOS_TRACE_TELLS_EVERY_TURN_HPP

#include <weir/coroutine.hpp>
#include <weir/policies/observer/trace.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <sstream>
#include <string>
#include <string_view>

namespace weir::verify::scenarios {

/// Coroutines that wait once, and end on the thread they began on or on another one.
///
///     first thread:  gives the coroutine away, and has yet to note that
///     second thread: ends it; the pool is idle
template <class Pool>
struct trace_tells_every_turn : stage<Pool, 2> {
  static constexpr const char* claim = "I5: the trace of an idle pool has every turn of every coroutine once";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 2, .carriers = 2});
    for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post([this, n] { return waits_once(n); }) == post_result::accepted;
    this->pool->wait_idle();
    std::ostringstream out;
    this->pool->observer().write_json(out);
    const std::string text = out.str();
    check<P>(count(text, "\"suspended\"") == 2 && count(text, "\"completed\"") == 2, claim);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  basic_coroutine<void, P> waits_once(std::size_t n) {
    co_await yield<P>();
    this->task(n)();
  }
  static int count(const std::string& text, std::string_view what) {
    int found = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  }
};

}  // namespace weir::verify::scenarios

#endif
