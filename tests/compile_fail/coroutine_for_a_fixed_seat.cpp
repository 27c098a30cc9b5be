// SPDX-License-Identifier: Apache-2.0
// expect: weir: this pool.s queue is to hear of a coroutine.s end, which may come on another thread: its seat must be movable
#include <weir/coroutine.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/pool.hpp>

struct fixed {
  using axis = weir::axes::queue;
  template <class P, class T>
  struct on : weir::queue::keyed::on<P, T> {
    using base = weir::queue::keyed::on<P, T>;
    struct seat : base::seat {
      seat() = default;
      seat(const seat&) = delete;
    };
    bool try_pop(T& out, seat& mine) noexcept { return base::try_pop(out, mine); }
    void done(seat& mine) noexcept { base::done(mine); }
    void join(seat&) noexcept {}
  };
};

weir::coroutine<> waits() { co_return; }
void post(weir::pool<fixed>& p) { static_cast<void>(p.post(waits)); }
