// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONCEPTS_ARCHETYPES_HPP
#define TESTS_CONCEPTS_ARCHETYPES_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/growth_policy.hpp>
#include <weir/concepts/observer_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/concepts/parking_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/wake_policy.hpp>
#include <weir/concepts/workers_policy.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

/// The smallest policy of each axis that one can write: what docs/concepts/ shows, line for line, and what a pool must get by with.
namespace archetypes {

/// The newest task runs first.
struct newest_first {
  using axis = weir::axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    weir::push_result try_push(T& item) {
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return weir::push_result::closed;
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
static_assert(weir::queue_policy<newest_first>);

/// No queue at all: the pool passes each task to an idle or new worker.
struct hand_to_hand {
  using axis = weir::axes::queue;

  template <class P, class T>
  struct on {
    static constexpr bool hands_over = true;
  };
};
static_assert(weir::queue_policy<hand_to_hand>);

/// A stack of idle workers, linked through the workers themselves.
struct stack_of_workers {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      hook* below = nullptr;
    };
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = weir::reuse_order::newest_first;

    void push(hook& worker) noexcept { worker.below = std::exchange(top_, &worker); }
    hook* pop() noexcept { return top_ == nullptr ? nullptr : std::exchange(top_, top_->below); }
    void remove(hook& worker) noexcept {
      hook** place = &top_;
      while (*place != &worker) place = &(*place)->below;
      *place = worker.below;
    }

   private:
    hook* top_ = nullptr;
  };
};
static_assert(weir::workers_policy<stack_of_workers>);

/// One submitter at a time waits for room.
struct one_waits {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting == 0; }
  };
};
static_assert(weir::blocking_policy<one_waits>);

/// A worker leaves as soon as it has nothing to do, unless it is one of the last `options::min_workers`.
struct at_once {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes&) noexcept { return t.idle_since; }
  };
};
static_assert(weir::expiry_policy<at_once>);

inline std::atomic<int> thrown = 0;

/// Counts the tasks that threw.
struct count_them {
  using axis = weir::axes::panic;

  template <class P>
  struct on {
    void operator()(std::exception_ptr) { ++thrown; }
  };
};
static_assert(weir::panic_policy<count_them>);

/// One worker starts with the pool, the others by demand.
struct one_early {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned) noexcept { return 1; }
    static constexpr bool wants(std::size_t) noexcept { return true; }
  };
};
static_assert(weir::growth_policy<one_early>);

/// An idle worker asks again and again, and lets others run in between.
struct keep_asking {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    static constexpr bool polls = true;
    void park() {
      while (!taken()) P::yield();
    }
    bool park_until(typename P::clock::time_point deadline) {
      while (!taken()) {
        if (P::clock::now() >= deadline) return false;
        P::yield();
      }
      return true;
    }
    void unpark() { token_.store(true, std::memory_order_release); }

   private:
    bool taken() { return token_.exchange(false, std::memory_order_acquire); }
    typename P::template atomic<bool> token_;
  };
};
static_assert(weir::parking_policy<keep_asking>);

/// Every post wakes a worker.
struct each_wakes_one {
  using axis = weir::axes::wake;

  template <class P>
  struct on {
    static constexpr bool throttled = false;
  };
};
static_assert(weir::wake_policy<each_wakes_one>);

/// Counts the tasks that ended, and nothing else.
struct count_ended {
  using axis = weir::axes::observer;

  template <class P>
  struct on {
    struct per_worker {
      typename P::template atomic<std::uint64_t> ended;
    };
    void accepted() noexcept {}
    void refused() noexcept {}
    void discarded() noexcept {}
    void began(per_worker&) noexcept {}
    void completed(per_worker& mine) noexcept { mine.ended.fetch_add(1, std::memory_order_relaxed); }
    void panicked(per_worker&) noexcept {}
    void cancelled(per_worker&) noexcept {}
    void report(weir::stats&) const noexcept {}
    void report(weir::stats& into, const per_worker& each) const noexcept { into.completed += each.ended.load(std::memory_order_relaxed); }
  };
};
static_assert(weir::observer_policy<count_ended>);

}  // namespace archetypes

#endif
