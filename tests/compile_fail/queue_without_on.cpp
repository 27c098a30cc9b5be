// SPDX-License-Identifier: Apache-2.0
// expect: weir: QueuePolicy must provide `template <class P, class T> class on`; see docs/concepts/queue_policy\.md
#include <weir/pool.hpp>

struct queue_without_on {
  using axis = weir::axes::queue;
};

weir::pool<queue_without_on> p;
