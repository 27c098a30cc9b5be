// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_OF_POOL_HPP
#define WEIR_VERIFY_MODEL_OF_POOL_HPP

#include <weir/basic_pool.hpp>
#include <weir/verify/model.hpp>
#include <weir/verify/relacy.hpp>

namespace weir::verify {

/// The queue policy of a pool; a preset derives from its pool.
template <class Pool>
struct queue_in : queue_in<typename Pool::basic_pool> {};
template <class Queue, class... Rest>
struct queue_in<basic_pool<Queue, Rest...>> {
  using type = Queue;
};

/// verify_models for the queue of a pool type, a template over its platform.
template <template <class> class Pool, class Model>
int verify_queue_of(int argc, char** argv) {
  return verify_models<held_to<typename queue_in<Pool<relacy>>::type, Model>>(argc, argv);
}

}  // namespace weir::verify

#endif
