// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_TWO_SHARDS_HPP
#define WEIR_VERIFY_SCENARIOS_TWO_SHARDS_HPP

#include <weir/multi_pool.hpp>
#include <weir/options.hpp>

namespace weir::verify::scenarios {

/// A multi_pool of two pools that is made of options alone, as a scenario makes its pool.
template <class Pool>
class two_shards : public multi_pool<Pool> {
 public:
  explicit two_shards(const options& each) : multi_pool<Pool>(2, each) {}
};

}  // namespace weir::verify::scenarios

#endif
