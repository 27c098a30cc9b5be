// SPDX-License-Identifier: Apache-2.0
// expect first: weir: QueuePolicy must provide `static constexpr bool bounded`; see docs/concepts/queue_policy\.md
#include <weir/pool.hpp>

struct queue_whose_bounded_is_not_static {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on {
    const bool bounded = true;
    weir::push_result try_push(T& item);
    bool try_pop(T& out) noexcept;
    bool ready() noexcept;
    bool empty() const noexcept;
    std::size_t size() const noexcept;
    void close() noexcept;
    void reopen() noexcept;
  };
};

weir::pool<queue_whose_bounded_is_not_static> p;
