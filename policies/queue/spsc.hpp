// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_SPSC_HPP
#define WEIR_POLICIES_QUEUE_SPSC_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/boxed_if_large.hpp>
#include <weir/policies/queue/storage/stock.hpp>

#include <boost/lockfree/spsc_queue.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::queue {

/// A ring of N places over Boost.Lockfree's spsc_queue, for one submitter and one worker. Boost's ring copies its elements and tasks can
/// only be moved, so it holds the places' numbers.
///
/// Guarantee:  first in, first out; at most N tasks wait. Allocates nothing, except places of more than 64 KiB once. The pool has one worker.
/// Cost:       60 bytes a place; a post is two read-modify-writes, a take two and a lock that only stop() and purge() contend for.
/// Not for:    posts by several threads at once. **The caller must ensure that only one submitter posts at a time**; a task that posts is a
///             submitter too. Unordered posts are a data race.
/// Visibility: what the submitter did before posting is visible to the task.
template <std::size_t N>
struct spsc {
  static_assert(N >= 1, "weir::queue::spsc<N>: N must be at least 1; queue::none is the queue without room");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;
    static constexpr unsigned most_workers = 1;

    push_result try_push(T& item) noexcept {
      if (const push_result r = stock_.reserve(); r != push_result::pushed) return r;
      std::size_t& next = next_.write();
      (*places_)[next].write() = std::move(item);
      (*numbers_).push(static_cast<std::uint32_t>(next));
      next = (next + 1) % N;
      stock_.stored();
      return push_result::pushed;
    }
    bool try_pop(T& out) noexcept {
      if (!stock_.ready()) return false;
      typename P::unique_lock lock(takers_);
      if (!stock_.claim()) return false;
      std::uint32_t n = 0;
      (*numbers_).pop(n);
      out = std::move((*places_)[n].write());
      stock_.vacated();
      return true;
    }

    bool ready() noexcept { return stock_.ready(); }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept { return stock_.size(); }
    void close() noexcept { stock_.close(); }
    void reopen() noexcept { stock_.reopen(); }

   private:
    stock<P, N> stock_;
    typename P::mutex takers_;  // the worker, stop(), purge(), and a caller that runs queued tasks itself
    typename P::template cell<std::size_t> next_{0U};  // used only by the submitter
    platform::boxed_if_large<std::array<typename P::template cell<T>, N>> places_;
    platform::boxed_if_large<boost::lockfree::spsc_queue<std::uint32_t, boost::lockfree::capacity<N>>> numbers_;
  };
};

static_assert(queue_policy<spsc<2>>);

}  // namespace weir::queue

#endif
