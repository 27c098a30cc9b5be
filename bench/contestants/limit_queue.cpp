// SPDX-License-Identifier: Apache-2.0
/// No pool: what N2's tasks wait for servers that take them in the order of arrival and lose no time, computed for the same arrivals.
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/support/mixed_load.hpp"

namespace weir::bench {
namespace {

class limit_queue : public contestant {
 public:
  static std::vector<double> waits(const mixed_load& tasks, unsigned workers) { return least_waits(tasks, workers); }
};

const enrol<limit_queue, list_of<mixed_lengths>> entry{"limit_queue", "no pool: N2's waits where nothing costs time, computed"};

}  // namespace
}  // namespace weir::bench
