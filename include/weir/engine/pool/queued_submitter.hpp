// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_QUEUED_SUBMITTER_HPP
#define WEIR_ENGINE_POOL_QUEUED_SUBMITTER_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/leave_submitter_queue.hpp>
#include <weir/engine/pool/submitter_queue.hpp>

#include <utility>

namespace weir::engine {

/// A thread in the submitter queue. It leaves the queue under the lock, however its wait ends.
template <class C>
struct queued_submitter {
  locked<C>& l;
  typename submitter_queue<typename C::platform>::waiter waiter{};
  explicit queued_submitter(locked<C>& held) : l(held) { l->submitters.join(waiter); }
  queued_submitter(const queued_submitter&) = delete;
  queued_submitter& operator=(const queued_submitter&) = delete;
  ~queued_submitter() noexcept(false) {  // where the system refuses threads, it runs tasks, and one may end this thread
    leave_submitter_queue(std::move(l), waiter);
  }
};

}  // namespace weir::engine

#endif
