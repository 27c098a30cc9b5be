// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LONGEST_TIME_IS_KEPT_HPP
#define WEIR_VERIFY_SCENARIOS_LONGEST_TIME_IS_KEPT_HPP

#include <weir/policies/observer/storage/time_histogram.hpp>
#include <weir/policies/observer/storage/time_scale.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// Workers add their times to one histogram.
///
///     first thread:  finds a shorter maximum, and is about to write its own
///     second thread: writes a longer one
///     first thread:  fails to write, and has to look again
template <class P>
struct longest_time_is_kept {
  static constexpr const char* claim = "I5: a histogram's maximum is the longest time that was added, and each time is in its class";
  static constexpr int threads = 3;

  void thread(unsigned i) { shared.add(std::chrono::nanoseconds(5 + i)); }
  void finish() {
    observer::time_histogram<scale> sum;
    shared.add_to(sum);
    check<P>(sum.count() == 3 && sum.max() == std::chrono::nanoseconds(7), claim);
  }

 private:
  using scale = observer::time_scale<0, 1>;
  observer::shared_histogram<P, scale> shared;
};

}  // namespace weir::verify::scenarios

#endif
