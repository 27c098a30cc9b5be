// SPDX-License-Identifier: Apache-2.0
/// `weir::light_pool`: tasks that wait hold no thread. Only where tasks wait.
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include <cstddef>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_light_pool.hpp"

namespace weir::bench {
namespace {

/// Bounded, since the producer is faster than a pool whose workers sleep; and so long that a task lies ready for each of 50 000 workers
/// when their time has come: with a shorter queue they take all there is and rest, and the producer is woken for place after place.
constexpr std::size_t room = 50'000;

struct weir_light {
  using sleepers = weir_light_pool<light_pool<queue::bounded<room>>>;
};

const enrol<weir_light, list_of<sleeping_tasks>> entry{"weir_light", "weir::light_pool<queue::bounded<50000>>"};

}  // namespace
}  // namespace weir::bench
