// SPDX-License-Identifier: Apache-2.0
#include <weir/agents/light.hpp>

#include "tests/properties/combinations.hpp"
#include "tests/properties/pools_of.hpp"

#include <vector>

namespace weir::properties {

template <>
inline constexpr const char* called<agents::light> = "light";

/// Light pools: each queue, and each policy of the other axes, but for those that the compiler refuses.
const std::vector<combination>& all_combinations() {
  static const std::vector<combination> all = [] {
    using namespace weir;
    std::vector<combination> some;
    add<agents::light, queue::none, blocking::wait, workers::lifo, expiry::after_idle, panic::log_and_continue, growth::on_demand, wake::chain, observer::counters>(some);
    add<agents::light, queue::bounded<small_room>, blocking::wait_at_most<small_line>, workers::lifo, expiry::one_per_period, panic::call<hear>, growth::on_backlog<small_backlog>, wake::chain, observer::counters>(some);
    add<agents::light, queue::mutex_fifo, blocking::wait, workers::lifo, expiry::after_age, panic::ignore, growth::prestart, wake::exact, observer::counters>(some);
    add<agents::light, queue::none, blocking::reject, workers::none, expiry::never, panic::rethrow_at_wait, growth::on_demand, wake::chain, observer::none>(some);
    add<agents::light, queue::bounded<small_room>, blocking::discard_oldest, workers::lifo, expiry::after_idle, panic::call<hear>, growth::prestart, wake::chain, observer::counters>(some);
    add<agents::light, queue::bounded<small_room>, blocking::discard_newest, workers::none, expiry::never, panic::rethrow_at_wait, growth::on_demand, wake::exact, observer::counters>(some);
    add<agents::light, queue::none, blocking::overflow_spawn, workers::lifo, expiry::one_per_period, panic::terminate, growth::on_demand, wake::exact, observer::counters>(some);
    add<agents::light, queue::unbounded, blocking::wait, workers::fifo, expiry::never, panic::call<hear>, growth::on_demand, wake::exact, observer::counters>(some);
    return some;
  }();
  return all;
}

std::size_t expected_combinations() { return 8; }

}  // namespace weir::properties
