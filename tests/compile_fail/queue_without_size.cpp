// SPDX-License-Identifier: Apache-2.0
// expect: weir: QueuePolicy must provide `std::size_t size\(\) const noexcept`; see docs/concepts/queue_policy\.md
#include <weir/concepts/queue_policy.hpp>

struct queue_without_size {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on {
    static constexpr bool bounded = false;
    weir::push_result try_push(T& item);
    bool try_pop(T& out) noexcept;
    bool ready() noexcept;
    bool empty() const noexcept;
    void close() noexcept;
    void reopen() noexcept;
  };
};

static_assert(weir::explain_queue_policy<queue_without_size>());
