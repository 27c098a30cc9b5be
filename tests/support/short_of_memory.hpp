// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_SHORT_OF_MEMORY_HPP
#define TESTS_SUPPORT_SHORT_OF_MEMORY_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>

#include <atomic>
#include <new>

namespace weir::tests {

/// Has one place, and no memory when the test says so.
struct short_of_memory {
  using axis = axes::queue;
  static inline std::atomic<bool> now{false};

  template <class P, class T>
  class on : public queue::mutex_fifo::on<P, T> {
   public:
    static constexpr bool bounded = true;
    push_result try_push(T& item) {
      if (now) throw std::bad_alloc();
      return this->size() != 0 ? push_result::full : queue::mutex_fifo::on<P, T>::try_push(item);
    }
  };
};

}  // namespace weir::tests

#endif
