// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_DRIVER_CHILD_HPP
#define WEIR_BENCH_DRIVER_CHILD_HPP

#include <string>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/driver/cores.hpp"

namespace weir::bench {

/// What came back from one contestant's process.
struct outcome {
  std::vector<double> values;  ///< empty: it failed
  std::string failure;         ///< why, for people
  disturbance others{};
};

/// Runs one bout in a fresh process of this program and waits for it.
[[nodiscard]] outcome run_in_child(const bout& which, const effort& size);

/// The other side: does the bout, prints its values, gives the exit status.
[[nodiscard]] int be_the_child(const bout& which, const effort& size);

}  // namespace weir::bench

#endif
