// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_QUEUED_SUBMITTER_HPP
#define WEIR_ENGINE_POOL_QUEUED_SUBMITTER_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/submitter_queue.hpp>

#include <utility>

namespace weir::engine {

/// A thread in the submitter queue. It leaves the queue under the lock, however its wait ends.
template <class C>
struct queued_submitter {
  core<C>& pool;
  locked<C>& l;
  typename submitter_queue<typename C::platform>::waiter waiter{};
  queued_submitter(core<C>& of, locked<C>& held) : pool(of), l(held) { l->submitters.join(waiter); }
  queued_submitter(const queued_submitter&) = delete;
  queued_submitter& operator=(const queued_submitter&) = delete;
  ~queued_submitter() noexcept(false) {  // where the system refuses threads, it runs tasks, and one may end this thread
    l->submitters.leave(waiter);
    pool.notify_waiters(l);
    start_and_wake<C>::serve_submitters(std::move(l));  // for a coroutine behind it, or a worker that went idle only for this submitter
  }
};

}  // namespace weir::engine

#endif
