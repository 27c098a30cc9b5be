// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CANCEL_VS_ITS_TURN_HPP
#define WEIR_VERIFY_SCENARIOS_CANCEL_VS_ITS_TURN_HPP

#include <weir/cancellable_future.hpp>
#include <weir/post_result.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <utility>

namespace weir::verify::scenarios {

/// A task is cancelled before, while or after a worker takes it, and its neighbour is not. It runs or is dropped, and its captures die once.
///
///     canceller: the task has not begun
///     worker:    the task was not cancelled
///     canceller: destroys the task
///     worker:    runs it
template <class Pool>
struct cancel_vs_its_turn : stage<Pool, 2> {
  static constexpr const char* claim = "I5, I9, I22, I24: a task that is cancelled runs once or is dropped, and its future says which";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      submitted.pass();
      dropped = std::exchange(ends.write(), canceller<P>()).cancel();
      check<P>(!dropped || destroyed.read() == 1, "I22: what a dropped task has captured is gone when cancel() returns");
      return;
    }
    auto f = submit_cancellable(*this->pool, counted{this});
    ends.write() = f.canceller();
    submitted.open();
    this->post(1);
    try {
      f.get();
      this->accepted[0] = true;
    } catch (const not_run& e) {
      check<P>(e.reason() == post_result::cancelled, claim);
    }
    check<P>(this->accepted[0] || destroyed.read() == 1, "I22: what a dropped task has captured is gone when its future says so");
  }
  void finish() {
    check<P>(dropped == !this->accepted[0], claim);
    this->end_and_check(claim);
    check<P>(destroyed.read() == 1, "I22: a cancelled task is destroyed, once");
  }

  /// A task that notes its run and its end.
  struct counted {
    explicit counted(cancel_vs_its_turn* of) noexcept : its(of) {}
    counted(counted&& other) noexcept : its(std::exchange(other.its, nullptr)) {}
    ~counted() {
      if (its != nullptr) ++its->destroyed.write();
    }
    void operator()() const { ++its->ran[0].write(); }
    cancel_vs_its_turn* its;
  };

  gate<P> submitted;
  typename P::template cell<canceller<P>> ends;
  typename P::template cell<int> destroyed{0};
  bool dropped = false;
};

}  // namespace weir::verify::scenarios

#endif
