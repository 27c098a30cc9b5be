// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REFUSED_CALLS_VS_POST_HPP
#define WEIR_VERIFY_SCENARIOS_REFUSED_CALLS_VS_POST_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <stdexcept>
#include <system_error>

namespace weir::verify::scenarios {

/// Calls that are refused, some of them with the pool's lock held, from outside and from a task; meanwhile and afterwards the pool is used.
///
///     resizer: lock                          submitter: push
///     resizer: nonsense, throws              submitter: lock -> never
template <class Pool>
struct refused_calls_vs_post : stage<Pool, 2> {
  static constexpr const char* claim = "I11: a call that is refused gives the lock back";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;
  static constexpr effort work{.bound = 1};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      refused<std::invalid_argument>([this] { this->pool->resize(2, 1); });
      refused<std::invalid_argument>([this] { this->pool->resize(0, 0); });
      check<P>(!this->pool->restart(), claim);
      return;
    }
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      refused<std::system_error>([this] { this->pool->join(); });
      refused<std::system_error>([this] { this->pool->wait_idle(); });
      refused<std::system_error>([this] { static_cast<void>(this->pool->restart()); });
    }) == post_result::accepted;
    this->post(1);
  }
  void finish() { this->end_and_check("I2: every accepted task runs once, a refused one never"); }

  using P = typename Pool::platform_type;

 private:
  template <class Exception, class F>
  static void refused(F call) {
    bool thrown = false;
    try {
      call();
    } catch (const Exception&) {
      thrown = true;
    }
    check<P>(thrown, "a call that makes no sense, or would wait for itself, is refused");
  }
};

}  // namespace weir::verify::scenarios

#endif
