// SPDX-License-Identifier: Apache-2.0
// Boost.Lockfree itself, in the queues of weir that are made of it: the queue claims, with every atomic of Boost's as a step. The free list of
// Boost's queue writes half of a link with a plain store while another thread may read it; whether that is met depends on how often the claim's
// threads push and pop.
#include <weir/platform/native.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/verify/scenarios/failed_push_leaves_its_item.hpp>
#include <weir/verify/scenarios/full_only_when_full.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/scenarios/queue_keeps_every_item.hpp>
#include <weir/verify/scenarios/refused_push_leaves_its_item.hpp>
#include <weir/verify/scenarios/standing_thread_vs_the_other.hpp>

#include "tests/verify/check/play.hpp"
#include "tests/verify/check/program_list.hpp"

#include <boost/lockfree/queue.hpp>

#include <cassert>
#include <cerrno>
#include <thread>

namespace {

using namespace weir::verify::scenarios;
using P = weir::platform::native;
using numbers = weir::queue::lockfree<2>;
using ring = weir::queue::spsc<2>;

/// Two threads push and pop: boost::lockfree::queue with nodes from the heap, without weir.
void nodes() {
  boost::lockfree::queue<int> q(2);
  const auto work = [&q] {
    for (int i = 1; i <= 3; ++i) {
      q.push(i);
      int taken = 0;
      q.pop(taken);
    }
  };
  std::thread other(work);
  work();
  other.join();
}

/// This program has no thread_local variable, so all its threads have errno at one address.
void each_thread_has_its_errno() {
  const auto work = [](int mine) {
    errno = mine;
    std::this_thread::yield();
    assert(errno == mine);
  };
  std::thread other(work, EINTR);
  work(EAGAIN);
  other.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"ring_no_item_is_taken_twice", passes, &play<no_item_is_taken_twice<ring, P>>},
                      {"ring_no_item_is_lost_in_reuse", passes, &play<no_item_is_lost_in_reuse<ring, P>>},
                      {"ring_push_vs_close", passes, &play<push_vs_close<ring, P>>},
                      {"numbers_push_vs_close", passes, &play<push_vs_close<numbers, P>>},
                      {"numbers_refused_push_leaves_its_item", passes, &play<refused_push_leaves_its_item<numbers, P>>},
                      {"numbers_failed_push_leaves_its_item", passes, &play<failed_push_leaves_its_item<numbers, P>>},
                      {"numbers_queue_keeps_every_item", "DATA RACE", &play<queue_keeps_every_item<numbers, P>>},
                      {"numbers_no_item_is_taken_twice", "DATA RACE", &play<no_item_is_taken_twice<numbers, P>>},
                      {"numbers_no_item_is_lost_in_reuse", "DATA RACE", &play<no_item_is_lost_in_reuse<numbers, P>>},
                      {"numbers_standing_thread_vs_the_other", "DATA RACE", &play<standing_thread_vs_the_other<numbers, P>>},
                      {"numbers_full_only_when_full", "DATA RACE", &play<full_only_when_full<numbers, P>>},
                      {"nodes", "DATA RACE", &nodes},
                      {"each_thread_has_its_errno", passes, &each_thread_has_its_errno}});
}
