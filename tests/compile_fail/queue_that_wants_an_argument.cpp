// SPDX-License-Identifier: Apache-2.0
// expect first: weir: QueuePolicy must provide a public constructor without arguments, `on\(\)`: the pool makes the queue itself; see
// docs/concepts/queue_policy\.md
#include <weir/pool.hpp>

struct queue_that_wants_an_argument {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on {
    explicit on(int);
    static constexpr bool bounded = true;
    weir::push_result try_push(T& item);
    bool try_pop(T& out) noexcept;
    bool ready() noexcept;
    bool empty() const noexcept;
    std::size_t size() const noexcept;
    void close() noexcept;
    void reopen() noexcept;
  };
};

weir::pool<queue_that_wants_an_argument> p;
