// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REDUCTION_OF_ONE_ELEMENT_HPP
#define WEIR_VERIFY_SCENARIOS_REDUCTION_OF_ONE_ELEMENT_HPP

#include <weir/algorithm/transform_reduce.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>
#include <functional>

namespace weir::verify::scenarios {

/// Two reductions of one kind end at the same time, one after a long range and one after a brief one, so that the pool may remember the kind as both.
/// Then each thread reduces a range of one element, of which there are no two halves.
///
///     threads: note(long) and note(brief): the two steps of one may come between those of the other; then a reduction each
///     worker:  takes what is promoted
template <class Pool>
struct reduction_of_one_element : stage<Pool, 2> {
  static constexpr const char* claim = "I29: a reduction has each element once, whatever the pool remembers of reductions before";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    const element f{this};
    const range one{i};
    engine::loop_lengths_of(*this->pool)->note(&engine::loop_piece<Pool, body>::kind, i == 0);
    check<P>(transform_reduce(*this->pool, one, 100, std::plus<>(), f) == 107, claim);
  }
  void finish() {
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  using range = std::array<std::size_t, 1>;
  struct element {
    reduction_of_one_element* whole;
    int operator()(std::size_t i) const {
      ++whole->ran[i].write();
      return 7;
    }
  };
  using body = engine::reduce_body<range::const_iterator, int, std::plus<>, element>;
};

}  // namespace weir::verify::scenarios

#endif
