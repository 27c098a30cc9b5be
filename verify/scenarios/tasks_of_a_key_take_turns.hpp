// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TASKS_OF_A_KEY_TAKE_TURNS_HPP
#define WEIR_VERIFY_SCENARIOS_TASKS_OF_A_KEY_TAKE_TURNS_HPP

#include <weir/concepts/tags.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// Two threads post tasks of one key, and one without a key. Those of the key share a plain cell: an overlap, or a turn that does not see
/// the one before it, is a data race; and one that is left behind the key keeps the pool from getting idle.
template <class Pool>
struct tasks_of_a_key_take_turns : stage<Pool, 4> {
  static constexpr const char* claim = "I13: tasks of a key never overlap, keep their order, and none is left behind";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    if (i == 1) {
      post_keyed(2);
      return this->post(3);
    }
    post_keyed(0);
    post_keyed(1);
  }
  void finish() { this->end_and_check(claim); }

  void post_keyed(std::size_t n) { this->accepted[n] = this->pool->post(turn(n), key{1}) == post_result::accepted; }
  auto turn(std::size_t n) {
    return [this, n] {
      check<P>(!inside.read(), claim);
      inside.write() = true;
      P::yield();
      inside.write() = false;
      check<P>(n != 0 || this->ran[1].read() == 0, claim);
      ++this->ran[n].write();
    };
  }

  using P = typename Pool::platform_type;
  typename P::template cell<bool> inside{false};
};

}  // namespace weir::verify::scenarios

#endif
