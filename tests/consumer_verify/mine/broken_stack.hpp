// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_BROKEN_STACK_HPP
#define MINE_BROKEN_STACK_HPP

#include <weir/concepts/queue_policy.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace mine {

/// stack, with a shorter time under the lock, and a mistake.
struct broken_stack {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    weir::push_result try_push(T& item) {
      std::optional<T> older;
      {
        typename P::unique_lock lock(mutex_);
        contents& c = contents_.write();
        if (c.closed) return weir::push_result::closed;
        older = std::exchange(c.newest, std::move(item));
      }
      if (older) {
        typename P::unique_lock lock(mutex_);  // the vector may allocate: let others take the newest meanwhile
        contents_.write().below.push_back(*std::move(older));
      }
      return weir::push_result::pushed;
    }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.newest) {
        out = *std::exchange(c.newest, std::nullopt);
        return true;
      }
      if (c.below.empty()) return false;
      out = std::move(c.below.back());
      c.below.pop_back();
      return true;
    }

    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      const contents& c = contents_.read();
      return c.below.size() + (c.newest ? 1 : 0);
    }
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept { close_or_open(false); }

   private:
    struct contents {
      std::optional<T> newest;  // most takes want this one: it shall not be fetched from elsewhere
      std::vector<T> below;
      bool closed = false;
    };
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};

static_assert(weir::queue_policy<broken_stack>);

}  // namespace mine

#endif
