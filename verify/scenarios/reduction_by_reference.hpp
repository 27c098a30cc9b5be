// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REDUCTION_BY_REFERENCE_HPP
#define WEIR_VERIFY_SCENARIOS_REDUCTION_BY_REFERENCE_HPP

#include <weir/algorithm/transform_reduce.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>

namespace weir::verify::scenarios {

/// The op of a reduction returns a reference to one of the totals that it is given, as std::max does. The totals of two threads are joined by it.
template <class Pool>
struct reduction_by_reference : stage<Pool, 2> {
  static constexpr const char* claim = "I29: a reduction touches no total that it has destroyed, though its op returns a reference";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    const std::array<std::size_t, 2> range{0, 1};
    const auto make = [this](std::size_t i) {
      ++this->ran[i].write();
      return total(i == 0 ? 7 : 3);
    };
    const auto greater = [](const total& a, const total& b) -> const total& { return a.value.read() < b.value.read() ? b : a; };
    check<P>(transform_reduce(*this->pool, range, total(0), greater, make).value.read() == 7, claim);
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  /// The checker refuses a read of one that has been destroyed.
  struct total {
    typename P::template cell<int> value;
    explicit total(int v) : value(v) {}
    total(const total& other) : value(other.value.read()) {}
    total& operator=(const total& other) {
      value.write() = int{other.value.read()};
      return *this;
    }
  };
};

}  // namespace weir::verify::scenarios

#endif
