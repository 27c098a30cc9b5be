// SPDX-License-Identifier: Apache-2.0
// expect first: weir: QueuePolicy: `on` has none of the members that it needs, or they are private; write `public:` before them; see
// docs/concepts/queue_policy\.md
#include <weir/pool.hpp>

struct queue_with_private_members {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
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

weir::pool<queue_with_private_members> p;
