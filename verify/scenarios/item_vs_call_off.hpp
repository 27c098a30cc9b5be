// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_ITEM_VS_CALL_OFF_HPP
#define WEIR_VERIFY_SCENARIOS_ITEM_VS_CALL_OFF_HPP

#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <stop_token>

namespace weir::verify::scenarios {

/// A wait for an item is cancelled as one comes. Either the sender has given it away and the receiver has it, or neither.
///
///     sender: takes the receiver out of the queue, gives it the item
///     stop:   the receiver gives up -> resumes without the item, or twice
template <class Pool>
struct item_vs_call_off : stage<Pool, 1> {
  static constexpr const char* claim = "I6, I33: a wait for an item ends once, and an item that was handed over is received";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<P>(stopper));
    this->accepted[0] = this->pool->post([this] { return receiver(); }) == post_result::accepted;
    made.write() = 1;
    sent = channel.try_send(7);
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    check<P>(received == sent, claim);
  }

  basic_coroutine<void, P> receiver() {
    auto wait = channel.receive(stopper.get_token());
    const auto item = co_await wait;
    if (item) check<P>(*item == 7 && made.read() == 1, claim);
    received = item.has_value();
    this->task(0)();
  }

  basic_channel<int, 0, P> channel;
  typename P::template cell<int> made;
  bool sent = false;  // read when the task has ended, as the next
  bool received = false;
  std::stop_source stopper;
};

}  // namespace weir::verify::scenarios

#endif
