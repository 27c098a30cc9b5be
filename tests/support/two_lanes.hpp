// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_TWO_LANES_HPP
#define TESTS_SUPPORT_TWO_LANES_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/policies/queue/bounded.hpp>

namespace weir::tests {

/// One place for a task with a level, which goes first, and one for a task without: each may be full while the other has room.
struct two_lanes {
  using axis = axes::queue;

  template <class P, class T>
  class on : public queue::bounded<1>::on<P, T> {
    using rest = queue::bounded<1>::on<P, T>;

   public:
    using rest::try_push;
    push_result try_push(T& item, level) { return urgent_.try_push(item); }
    bool try_pop(T& out) noexcept { return urgent_.try_pop(out) || rest::try_pop(out); }
    bool ready() noexcept { return urgent_.ready() || rest::ready(); }
    bool empty() const noexcept { return urgent_.empty() && rest::empty(); }
    std::size_t size() const noexcept { return urgent_.size() + rest::size(); }
    void close() noexcept { urgent_.close(), rest::close(); }
    void reopen() noexcept { urgent_.reopen(), rest::reopen(); }

   private:
    rest urgent_;
  };
};

}  // namespace weir::tests

#endif
