// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROWTH_KEEPS_ITS_CONTRACT_HPP
#define WEIR_VERIFY_SCENARIOS_GROWTH_KEEPS_ITS_CONTRACT_HPP

#include <weir/concepts/growth_policy.hpp>
#include <weir/concepts/sample.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// What a growth policy answers as the program runs, by itself: for short queues and long ones, and for small capacities and great ones, each
/// number twice. The compiler asks the same where it can.
///
///     policy, of 4294967295 tasks: one more worker       policy, of one task more: none
template <class Growth, class P>
struct growth_keeps_its_contract {
  static constexpr const char* claim = "I28: what is a backlog that brings a worker is one for every longer queue";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.surw = 1, .pct3 = 0, .bound = 0};

  using policy = typename Growth::template on<P>;

  void thread(unsigned) {
    check<P>(!any_of_sample<std::size_t>([](std::size_t q) { return policy::wants(q) != policy::wants(q); }),
             "I28: wants(q) depends on q alone");
    check<P>(!wants_out_of_order<policy>(), claim);
    check<P>(!any_of_sample<unsigned>([](unsigned n) { return policy::at_start(n) != policy::at_start(n); }),
             "I28: at_start(n) depends on n alone");
    check<P>(!starts_by_capacity<policy>(), "I28: workers start with every pool, or with none, whatever its capacity");
  }
};

}  // namespace weir::verify::scenarios

#endif
