// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_LEAVE_SUBMITTER_QUEUE_HPP
#define WEIR_ENGINE_POOL_LEAVE_SUBMITTER_QUEUE_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/submitter_queue.hpp>

#include <utility>

namespace weir::engine {

/// Removes a submitter that the pool has not answered, and serves those behind it. Where the system refuses threads, it runs tasks of the pool.
template <class C>
void leave_submitter_queue(locked<C>&& l, typename submitter_queue<typename C::platform>::waiter& w) {
  l->submitters.leave(w);
  l.core().notify_waiters(l);
  start_and_wake<C>::serve_submitters(std::move(l));  // for a coroutine behind it, or a worker that went idle only for this submitter
}

}  // namespace weir::engine

#endif
