// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_OFFER_HPP
#define WEIR_ENGINE_OFFER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/line.hpp>
#include <weir/post_result.hpp>

#include <exception>

namespace weir::engine {

template <class C>
class desk;

/// A coroutine's place in the line of a pool, with the task that it waits to post: the thread that finds room posts it on the coroutine's
/// behalf, under the pool's lock. Without a queue a worker takes the task from here.
template <class C>
struct offer : line<typename C::platform>::place {
  using push_function = push_result (*)(desk<C>& pool, offer& self);

  offer(typename C::task& t, push_function by_its_tag) noexcept
      : line<typename C::platform>::place(true), task(t), push(by_its_tag) {}

  typename C::task& task;
  const push_function push;
  typename C::platform::template cell<push_result> answer{push_result::full};
  typename C::platform::template atomic<bool>* left = nullptr;  ///< the task itself resumes the coroutine, once this is set: the place is left
  std::exception_ptr thrown;  ///< by the queue, instead of an answer
};

inline post_result as_post_result(push_result r) noexcept {
  return r == push_result::pushed ? post_result::accepted : r == push_result::full ? post_result::full : post_result::closed;
}

}  // namespace weir::engine

#endif
