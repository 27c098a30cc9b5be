// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_FIRST_EXCEPTION_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_FIRST_EXCEPTION_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Three tasks that throw, shared by a worker and a waiter: each of them can have begun one before it heard of the other's exception.
template <class Pool>
struct group_first_exception : stage<Pool, 3> {
  static constexpr const char* claim = "I18: the first exception of a group reaches its wait, once, and nothing runs after it";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    {
      task_group<Pool> group(*this->pool);
      for (int i = 0; i != 3; ++i) {
        group.run([this, i] {
          ++this->ran[i].write();
          throw i;
        });
      }
      int thrown = -1;
      try {
        static_cast<void>(group.wait());
      } catch (int i) {
        thrown = i;
      }
      check<P>(thrown != -1 && this->ran[thrown].read() == 1, claim);
      check<P>(this->ran[0].read() + this->ran[1].read() + this->ran[2].read() <= 2, claim);
      check<P>(group.wait() == group_result::complete, claim);
    }
    for (std::size_t i = 0; i != 3; ++i) this->accepted[i] = this->ran[i].read() == 1;
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
