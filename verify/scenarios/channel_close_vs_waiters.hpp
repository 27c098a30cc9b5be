// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CHANNEL_CLOSE_VS_WAITERS_HPP
#define WEIR_VERIFY_SCENARIOS_CHANNEL_CLOSE_VS_WAITERS_HPP

#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>

namespace weir::verify::scenarios {

/// A channel is closed while one task waits for room and another one for an item. Both are answered; an item that is reported sent is
/// received.
///
///     receiver: nothing is in it              close: marks it closed, no task waits
///     receiver: joins the waiters, for ever
template <class Pool>
struct channel_close_vs_waiters : stage<Pool, 2> {
  static constexpr const char* claim = "I7, I9: closing a channel answers all who wait, and what was sent is received";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 1) return channel.close();
    this->accepted[0] = this->pool->post([this] { return receiver(); }) == post_result::accepted;
    this->accepted[1] = this->pool->post([this] { return sender(); }) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    for (std::size_t n : {0, 1}) check<P>(received[n] == sent[n], claim);
    check<P>(!channel.try_receive() && !channel.try_send(0), claim);
  }

  basic_coroutine<void, P> receiver() {
    while (const auto n = co_await channel.receive()) {
      check<P>(made[*n].read() == 1, claim);  // a race, if the item came before what was done before it was sent
      received[*n] = true;
    }
    this->task(0)();
  }
  basic_coroutine<void, P> sender() {
    for (std::size_t n : {0, 1}) {
      made[n].write() = 1;
      sent[n] = co_await channel.send(std::size_t(n));
    }
    this->task(1)();
  }

  basic_channel<std::size_t, 1, P> channel;
  std::array<typename P::template cell<int>, 2> made;
  std::array<bool, 2> sent{};  // read when all tasks have ended, as the next
  std::array<bool, 2> received{};
};

}  // namespace weir::verify::scenarios

#endif
