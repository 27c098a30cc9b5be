// SPDX-License-Identifier: Apache-2.0
// expect: weir: QueuePolicy with a `seat` must provide `void join\(seat& mine\) noexcept`; see docs/concepts/queue_policy\.md
#include <weir/concepts/queue_policy.hpp>

struct queue_with_a_seat_without_join {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on {
    static constexpr bool bounded = false;
    struct seat {};
    weir::push_result try_push(T& item);
    bool try_pop(T& out, seat& mine) noexcept;
    bool ready() noexcept;
    bool empty() const noexcept;
    std::size_t size() const noexcept;
    void close() noexcept;
    void reopen() noexcept;
  };
};

static_assert(weir::explain_queue_policy<queue_with_a_seat_without_join>());
