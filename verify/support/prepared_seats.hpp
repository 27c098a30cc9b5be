// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PREPARED_SEATS_HPP
#define WEIR_VERIFY_SUPPORT_PREPARED_SEATS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/verify/support/check.hpp>

namespace weir::verify {

/// A queue::mutex_fifo whose workers have a seat each: the pool must prepare it once, before it joins.
struct prepared_seats {
  using axis = axes::queue;

  template <class P, class T>
  class on : public queue::mutex_fifo::on<P, T> {
    using base = queue::mutex_fifo::on<P, T>;

   public:
    struct seat {
      bool prepared = false;
    };
    void prepare(seat& mine, unsigned) noexcept {
      check<P>(!mine.prepared, "I6: the seat of a worker is prepared once");
      mine.prepared = true;
    }
    void join(seat& mine) noexcept { check<P>(mine.prepared, "I6: the seat of a worker is prepared before the worker begins"); }
    bool try_pop(T& out, seat&) noexcept { return base::try_pop(out); }
  };
};

}  // namespace weir::verify

#endif
