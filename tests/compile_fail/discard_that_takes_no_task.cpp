// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy that drops tasks must provide `void discard\(Task\)`, and its Discard `void operator\(\)\(Task\)`, where Task is
// weir::task for a weir::pool; see docs/concepts/blocking_policy\.md
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct count_only {
  void operator()() {}
};

weir::pool<weir::queue::bounded<8>, weir::blocking::discard_oldest_to<count_only>> p;
