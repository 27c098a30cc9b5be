// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_FIRST_EXCEPTION_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_FIRST_EXCEPTION_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Three elements that throw, on a caller and a worker: each of them can have begun one before it knows of the other's exception.
template <class Pool>
struct loop_first_exception : stage<Pool, 3> {
  static constexpr const char* claim = "I18: the first exception of a loop reaches its caller, once, when no element runs any more";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    int thrown = -1;
    try {
      for_each_index(*this->pool, 0, 3, [this](int i) {
        ++this->ran[static_cast<std::size_t>(i)].write();
        throw i;
      });
    } catch (int i) {
      thrown = i;
    }
    check<P>(thrown != -1 && this->ran[static_cast<std::size_t>(thrown)].read() == 1, claim);
    check<P>(this->ran[0].read() + this->ran[1].read() + this->ran[2].read() <= 2, claim);
    for (std::size_t i = 0; i != 3; ++i) this->accepted[i] = this->ran[i].read() == 1;
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
};

}  // namespace weir::verify::scenarios

#endif
