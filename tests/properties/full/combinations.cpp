// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/combinations.hpp"
#include "tests/properties/covering.hpp"

namespace weir::properties {

const std::vector<combination>& mutex_fifo_wait();
const std::vector<combination>& unbounded_wait();
const std::vector<combination>& bounded_wait();
const std::vector<combination>& bounded_wait_at_most();
const std::vector<combination>& bounded_reject();
const std::vector<combination>& bounded_caller_runs();
const std::vector<combination>& bounded_discard_newest();
const std::vector<combination>& bounded_discard_oldest();
const std::vector<combination>& bounded_overflow_spawn();
const std::vector<combination>& none_wait();
const std::vector<combination>& none_wait_at_most();
const std::vector<combination>& none_reject();
const std::vector<combination>& none_caller_runs();
const std::vector<combination>& none_discard_newest();
const std::vector<combination>& none_overflow_spawn();

const std::vector<combination>& all_combinations() {
  static const std::vector<combination> all = [] {
    std::vector<combination> together;
    for (const auto part : {&mutex_fifo_wait, &unbounded_wait, &bounded_wait, &bounded_wait_at_most, &bounded_reject, &bounded_caller_runs,
                            &bounded_discard_newest, &bounded_discard_oldest, &bounded_overflow_spawn, &none_wait, &none_wait_at_most,
                            &none_reject, &none_caller_runs, &none_discard_newest, &none_overflow_spawn}) {
      together.insert(together.end(), part().begin(), part().end());
    }
    return together;
  }();
  return all;
}

std::size_t expected_combinations() {
  // (queue x blocking) x (workers x expiry x growth) x panic x wake x observer, as far as they are legal; queue::none has no growth::on_backlog
  constexpr std::size_t with_a_queue = 1 + 1 + 7, without = 6;
  constexpr std::size_t lifo = 4, fifo = 4, none = 2;  // kinds of expiry
  return (with_a_queue * (3 * lifo + 3 * fifo + 2 * none) + without * (2 * lifo + 2 * fifo + 1 * none)) * 5 * 2 * 2;
}

}  // namespace weir::properties
