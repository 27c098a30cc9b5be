// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_FULL_QUEUE_HPP
#define WEIR_ENGINE_POOL_FULL_QUEUE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/tags.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/start_and_wake.hpp>

#include <type_traits>
#include <utility>

namespace weir::engine {

/// A post whose queue has answered `full`. A worker that is idle or arriving, or a place for a new worker, is room too: the oldest task is taken out of
/// the queue for it, and the new task gets the place there. So tasks begin in the order of the queue.
template <class C>
class full_queue {
 public:
  using task = typename C::task;

  explicit full_queue(core<C>& of) noexcept : core_(of) {}

  /// `full` only if, at some moment of the call, the queue was full and no worker and no place was free; or if the queue holds its tasks back; or
  /// if a thread does not continue that fills or empties the oldest place, or does not end after its worker has. After `pushed` the caller wakes a
  /// worker, as after any push.
  template <class Tag>
  [[gnu::cold, gnu::noinline]] push_result push(task& t, Tag tag) {
    bool has_started = false;  // while nothing is ready, because another thread is in the middle of a push: the worker may retire at once
    for (unsigned misses = 0; misses != most_misses;) {
      {
        locked<C> l(core_);
        task oldest;
        typename C::seat mine{};
        const bool has_free = l->has_free_worker() && l->given.reserve();
        if (!has_free || l->closing || l->paused()) {  // under the lock: no worker becomes free or takes its first task meanwhile
          const push_result r = core_.push(t, tag);
          if (r != push_result::full || l->paused() || (!l->has_place() && l->joining == 0)) return r;
        }
        if (!has_free && l->has_place() && (core_.work_ready(l) || !std::exchange(has_started, true))) {
          if (!workers::start(l, true, nullptr)) {
            workers::run_without_threads(std::move(l));  // it may have run what was queued
            return core_.push(t, tag);
          }
        } else if (has_free && core_.pop(oldest, mine)) {
          give(std::move(l), oldest);
        } else if (has_free && std::is_same_v<Tag, untagged> && core_.queue_empty()) {  // the place is being emptied
          give(std::move(l), t);
          return push_result::pushed;
        } else {
          ++misses;
          l.unlock();
          C::platform::yield();
        }
      }
      try {
        const push_result r = core_.push(t, tag);
        if (r != push_result::full) return r;
      } catch (...) {
        workers(core_).after_take();  // the place stays free
        throw;
      }
    }
    return push_result::full;
  }

 private:
  using workers = start_and_wake<C>;

  /// A queue that holds tasks back may be full of them.
  static constexpr unsigned most_misses = gives_back<typename C::queue, task> || timed_queue<typename C::queue> ? 1 : 512;

  /// Precondition: a worker is free, and there is memory. An idle worker is woken even if another one arrives, which may be long in `on_start`.
  static void give(locked<C>&& l, task& t) {
    l->given.push(t);
    if (worker_record<C>* const idle = idle_workers<C>(l).pop()) return workers::unpark(std::move(l), *idle);
    l.unlock();
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
