// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_QUEUES_HPP
#define TESTS_VERIFY_BROKEN_QUEUES_HPP

#include <weir/concepts/queue_policy.hpp>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

// Queues with a mistake each; what is right about them is as plain as can be.

namespace broken {

/// A tag of one's own.
struct colour {
  using post_tag = void;
  int value = 0;
};

/// First in, first out under a lock, never full; each kind of push may be told to lose what it is given,
/// of levels those from one on.
template <bool LosesLevels, bool LosesKeys, bool LosesColours, unsigned FirstLostLevel = 0>
struct loses {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;
    using tag = colour;

    weir::push_result try_push(T& item) { return push(item, false); }
    weir::push_result try_push(T& item, weir::level at) { return push(item, LosesLevels && at.value >= FirstLostLevel); }
    weir::push_result try_push(T& item, weir::key) { return push(item, LosesKeys); }
    weir::push_result try_push(T& item, colour) { return push(item, LosesColours); }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      auto& c = contents_.write();
      if (c.items.empty()) return false;
      out = std::move(c.items.front());
      c.items.erase(c.items.begin());
      return true;
    }
    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().items.size();
    }
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept { close_or_open(false); }

   private:
    struct contents {
      std::vector<T> items;
      bool closed = false;
    };
    weir::push_result push(T& item, bool lose) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
      T mine = std::move(item);
      if (!lose) c.items.push_back(std::move(mine));
      return weir::push_result::pushed;
    }
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};
using sound_tags = loses<false, false, false>;
using loses_levels = loses<true, false, false>;
using loses_high_levels = loses<true, false, false, 2>;
using loses_keys = loses<false, true, false>;
using loses_colours = loses<false, false, true>;

/// A ring whose pushers and takers have a lock each. A pusher that finds the lock taken says `full`.
template <bool SaysFull>
struct impatient_ring {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = true;

    weir::push_result try_push(T& item) {
      while (busy_.exchange(true, std::memory_order_acquire)) {
        if (SaysFull) return weir::push_result::full;
        P::yield();
      }
      const weir::push_result r = push(item);
      busy_.store(false, std::memory_order_release);
      return r;
    }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.size == 0) return false;
      out = std::move(c.items[c.first]);
      c.first = (c.first + 1) % places;
      --c.size;
      return true;
    }
    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().size;
    }
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept { close_or_open(false); }

   private:
    static constexpr std::size_t places = 2;
    struct contents {
      std::array<T, places> items{};
      std::size_t first = 0;
      std::size_t size = 0;
      bool closed = false;
    };
    weir::push_result push(T& item) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
      if (c.size == places) return weir::push_result::full;
      c.items[(c.first + c.size++) % places] = std::move(item);
      return weir::push_result::pushed;
    }
    void close_or_open(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template atomic<bool> busy_;
    typename P::template cell<contents> contents_;
  };
};

/// A stack, which has an order of its own; it may lose what lies two deep.
template <bool Loses>
struct stack {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    weir::push_result try_push(T& item) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
      if (Loses && c.items.size() == 2) c.items.erase(c.items.begin());
      c.items.push_back(std::move(item));
      return weir::push_result::pushed;
    }
    bool try_pop(T& out) noexcept {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.items.empty()) return false;
      out = std::move(c.items.back());
      c.items.pop_back();
      return true;
    }
    bool ready() noexcept { return size() != 0; }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().items.size();
    }
    void close() noexcept { close_or_open(true); }
    void reopen() noexcept { close_or_open(false); }

   private:
    struct contents {
      std::vector<T> items;
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

}  // namespace broken

#endif
