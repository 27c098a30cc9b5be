// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_GATED_QUEUE_HPP
#define TESTS_SUPPORT_GATED_QUEUE_HPP

#include <weir/policies/queue/mutex_fifo.hpp>

#include "tests/support/event.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace weir::tests {

/// A place where one thread is stopped until the test lets it go on.
class gate {
 public:
  /// The next one to come stops here.
  void close() {
    const std::lock_guard lock(mutex_);
    visit_ = std::make_shared<visit>();
  }
  /// True once a thread has reached the gate.
  [[nodiscard]] bool reached() {
    const auto v = now();
    return v != nullptr && v->came.wait_for();
  }
  void open() {
    if (const auto v = now()) v->may_pass.set();
  }

  /// Where the code under test passes by.
  void pass() {
    const auto mine = next();
    if (mine == nullptr) return;
    mine->came.set();
    mine->may_pass.wait();
  }

 private:
  struct visit {
    event came;
    event may_pass;
    bool expected = true;
  };
  std::shared_ptr<visit> now() {
    const std::lock_guard lock(mutex_);
    return visit_;
  }
  std::shared_ptr<visit> next() {
    const std::lock_guard lock(mutex_);
    return visit_ != nullptr && std::exchange(visit_->expected, false) ? visit_ : nullptr;
  }

  std::mutex mutex_;
  std::shared_ptr<visit> visit_;
};

/// A queue with a gate behind each take that found nothing: the worker believes the queue to be empty, and the test decides what happens before
/// it acts on that.
template <class Queue>
struct gated {
  using axis = axes::queue;
  static inline gate found_nothing;

  template <class P, class T>
  class on : public Queue::template on<P, T> {
   public:
    bool try_pop(T& out) noexcept {
      const bool got = Queue::template on<P, T>::try_pop(out);
      if (!got) found_nothing.pass();
      return got;
    }
  };
};
using gated_queue = gated<queue::mutex_fifo>;

}  // namespace weir::tests

#endif
