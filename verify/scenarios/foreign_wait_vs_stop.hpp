// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FOREIGN_WAIT_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_FOREIGN_WAIT_VS_STOP_HPP

#include <weir/abandoned.hpp>
#include <weir/coroutine.hpp>
#include <weir/platform/permit.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <coroutine>
#include <cstddef>

namespace weir::verify::scenarios {

/// Two tasks wait in another library as the pool is shut down: that library resumes one and destroys the other. Both end on a thread of the
/// pool, and then the pool ends.
///
///     library: gets the handle, uses it at once           task: has not finished suspending
template <class Pool>
struct foreign_wait_vs_stop : stage<Pool, 2> {
  static constexpr const char* claim = "I7, I33: a coroutine whose handle a stranger has goes on at home, once, whatever he does with it";
  static constexpr int threads = 2;
  static constexpr int spawned = 5;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2, .carriers = 2}); }
  void thread(unsigned i) {
    if (i == 0) {
      for (std::size_t n : {0, 1}) this->accepted[n] = this->pool->post([this, n] { return waiting_task(n); }) == post_result::accepted;
      this->pool->shutdown();
      return this->pool->join();
    }
    strangers[0].given.take();
    strangers[0].waiting.read().resume();
    strangers[1].given.take();
    strangers[1].waiting.read().destroy();
  }
  void finish() {
    for (const std::size_t n : {0, 1}) check<P>(this->accepted[n] && this->ran[n].read() == 1, claim);
    this->end_and_check(claim);
  }

  /// An awaitable of another library.
  struct stranger {
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> h) {
      waiting.write() = h;
      given.give();
    }
    void await_resume() const noexcept {}

    typename P::template cell<std::coroutine_handle<>> waiting;
    platform::permit<P> given;
  };

  basic_coroutine<void, P> waiting_task(std::size_t n) {
    bool resumed = true;
    try {
      co_await strangers[n];
    } catch (const abandoned&) {
      resumed = false;
    }
    check<P>(resumed == (n == 0), claim);
    this->task(n)();
  }

  std::array<stranger, 2> strangers;
};

}  // namespace weir::verify::scenarios

#endif
