// SPDX-License-Identifier: Apache-2.0
// Queues of segments and deques do what their models do.
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/model.hpp>
#include <weir/verify/model/queue_models.hpp>

using namespace weir;
using verify::held_to;

int main(int argc, char** argv) {
  return verify::verify_models<held_to<queue::unbounded_by<1, 0>, verify::fifo_model>, held_to<queue::unbounded_by<2>, verify::fifo_model>,
                               held_to<queue::priority_by<2, 2>, verify::levels_model<2>>,
                               held_to<queue::stealing_by<2, 3>, verify::bag_model>, held_to<queue::stealing_by<1, 3>, verify::bag_model>,
                               held_to<queue::stealing_by<4, 3, queue::one_task, 0>, verify::bag_model>>(argc, argv);
}
