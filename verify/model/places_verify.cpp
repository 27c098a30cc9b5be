// SPDX-License-Identifier: Apache-2.0
// Queues behind a lock, and those of so many places, do what their models do.
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/verify/model.hpp>
#include <weir/verify/model/queue_models.hpp>
#include <weir/verify/support/one_submitter.hpp>
#include <weir/verify/support/run_time_limit.hpp>

using namespace weir;
using verify::held_to;

int main(int argc, char** argv) {
  return verify::verify_models<
      held_to<queue::mutex_fifo, verify::locked_fifo_model>, held_to<queue::keyed, verify::keyed_model>,
      held_to<queue::bounded<1>, verify::bounded_fifo_model<1>>, held_to<queue::bounded<2>, verify::bounded_fifo_model<2>>,
      held_to<verify::run_time_limit<3>, verify::bounded_fifo_model<3>>, held_to<queue::lockfree<2>, verify::bounded_fifo_model<2>>,
      held_to<verify::one_submitter<queue::spsc<2>>, verify::bounded_fifo_model<2>>>(argc, argv);
}
