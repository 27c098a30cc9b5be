// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_DEFERRED_RESUMES_HPP
#define WEIR_ENGINE_TASK_DEFERRED_RESUMES_HPP

#include <weir/engine/coroutine/locked_wait.hpp>

namespace weir::engine {

/// Coroutines that were removed from a group's `suspended` under the lock. They are resumed without the lock, and when this thread is in no task of
/// this group: a pool without a thread runs them right here, and they may wait for the group again, or destroy it. The caller owns a share of the
/// group, or is in a call that the group's destructor must wait for. The lock is held before and after.
template <class P>
struct deferred_resumes {
  typename P::unique_lock& lock;
  typename waiting<P>::line all{};
  ~deferred_resumes() {
    if (all.empty()) return;
    lock.unlock();
    waiting<P>::resume_all(all);
    lock.lock();
  }
};

}  // namespace weir::engine

#endif
