// SPDX-License-Identifier: Apache-2.0
// A full pool: a submitter waits, but not for ever, and no more than two of them do.
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <chrono>
#include <cstdio>

int main() {
  weir::pool<weir::queue::bounded<16>, weir::blocking::wait_at_most<2>> p{{.capacity = 2}};
  int dropped = 0;
  for (int i = 0; i < 1000; ++i) {
    switch (p.post_for(std::chrono::seconds(1), [] {})) {
      case weir::post_result::accepted: break;
      case weir::post_result::full:       // two others wait already
      case weir::post_result::timed_out:  // no room for a second
      case weir::post_result::closed:     // the pool is being shut down
      default: ++dropped; break;
    }
  }
  std::printf("%d dropped\n", dropped);
}
