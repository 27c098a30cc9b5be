// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_PENDING_POST_HPP
#define WEIR_ENGINE_POOL_PENDING_POST_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/submitter_queue.hpp>
#include <weir/post_result.hpp>

#include <exception>

namespace weir::engine {

template <class C>
class core;

/// A suspended coroutine in the submitter queue, with the task that it waits to post. The thread that finds room posts the task, under the pool's
/// lock. In a pool that hands over, a worker takes the task from here.
template <class C>
struct pending_post : submitter_queue<typename C::platform>::waiter {
  using push_function = push_result (*)(core<C>& pool, pending_post& self);

  pending_post(typename C::task& t, push_function by_its_tag) noexcept
      : submitter_queue<typename C::platform>::waiter(true), task(t), push(by_its_tag) {}

  typename C::task& task;
  const push_function push;
  typename C::platform::template cell<push_result> answer{push_result::full};
  /// The last access of the answering thread. If not null, the task resumes the coroutine.
  typename C::platform::template atomic<bool>* left = nullptr;
  std::exception_ptr thrown;  ///< by the push, instead of an answer
};

inline post_result as_post_result(push_result r) noexcept {
  return r == push_result::pushed ? post_result::accepted : r == push_result::full ? post_result::full : post_result::closed;
}

}  // namespace weir::engine

#endif
