// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_ONE_SUBMITTER_HPP
#define WEIR_VERIFY_SUPPORT_ONE_SUBMITTER_HPP

#include <weir/concepts/queue_policy.hpp>

#include <limits>

namespace weir::verify {

/// A queue for one submitter at a time, as a queue for many: the pushes take turns under a lock of this wrapper's. Its takers take turns by
/// themselves, so there may be more than one of them, too.
template <class Queue>
struct one_submitter {
  using axis = axes::queue;

  template <class P, class T>
  class on : public Queue::template on<P, T> {
   public:
    static constexpr unsigned most_workers = std::numeric_limits<unsigned>::max();

    push_result try_push(T& item) {
      typename P::unique_lock lock(turn_);
      return Queue::template on<P, T>::try_push(item);
    }

   private:
    typename P::mutex turn_;
  };
};

}  // namespace weir::verify

#endif
