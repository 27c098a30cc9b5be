// SPDX-License-Identifier: Apache-2.0
// expect: weir: blocking::discard_newest_to<Discard> and discard_oldest_to<Discard> need a Discard with `Discard\(\)` and `void
// operator\(\)\(weir::task\)`; see docs/policies/blocking\.md
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct into_a_file {
  explicit into_a_file(const char*) {}
  void operator()(weir::task) {}
};

weir::pool<weir::queue::bounded<8>, weir::blocking::discard_newest_to<into_a_file>> p;
