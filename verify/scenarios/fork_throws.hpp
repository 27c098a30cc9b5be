// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FORK_THROWS_HPP
#define WEIR_VERIFY_SCENARIOS_FORK_THROWS_HPP

#include <weir/algorithm/call_with.hpp>
#include <weir/algorithm/unrolled_context.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The first half of a fork throws while a worker may be in the second; then the second half of another fork throws, here or on the worker.
template <class Pool>
struct fork_throws : stage<Pool, 3> {
  static constexpr const char* claim = "I18: an exception leaves a fork when both halves have ended, whichever thread it was thrown on";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    {
      engine::unrolled_context<Pool> own(*this->pool);
      fork_context<Pool>& here = own;
      expect(
          here, 1, [](auto&) { throw 1; }, this->task(0));
      this->accepted[0] = this->ran[0].read() == 1;
      expect(here, 2, this->task(1), [this] {
        ++this->ran[2].write();
        throw 2;
      });
    }
    this->accepted[1] = this->accepted[2] = true;
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  template <class F, class G>
  static void expect(fork_context<Pool>& here, int thrown, F f, G g) {
    int caught = 0;
    try {
      here.fork([&](auto& mine) { engine::call_with(mine, f); }, [&](auto&) { g(); }, true);
    } catch (int i) {
      caught = i;
    }
    check<P>(caught == thrown, claim);
  }
};

}  // namespace weir::verify::scenarios

#endif
