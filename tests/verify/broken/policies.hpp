// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_POLICIES_HPP
#define TESTS_VERIFY_BROKEN_POLICIES_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/deadline.hpp>

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

// Policies of the other axes, with a mistake each or without it.

namespace broken {

/// Keeps the first exception for the next wait; whether under a lock, its parameter says.
template <bool Locks>
struct keeps_the_first {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what) {
      [[maybe_unused]] const lock_if<Locks> held(mutex_);
      if (!first_.read()) first_.write() = std::move(what);
    }
    std::exception_ptr take() {
      [[maybe_unused]] const lock_if<Locks> held(mutex_);
      return std::exchange(first_.write(), nullptr);
    }

   private:
    template <bool Takes>
    struct lock_if {
      explicit lock_if(typename P::mutex& m) : lock(m) {}
      typename P::unique_lock lock;
    };
    template <bool Takes>
      requires(!Takes)
    struct lock_if<Takes> {
      explicit lock_if(typename P::mutex&) {}
    };

    typename P::mutex mutex_;
    typename P::template cell<std::exception_ptr> first_;
  };
};

/// Counts what it drops; whether under a lock, its parameter says.
template <weir::full_reaction Reaction, bool Locks>
struct counts_drops {
  using axis = weir::axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr weir::full_reaction when_full = Reaction;
    static constexpr bool admits(std::size_t) noexcept { return true; }
    template <class Task>
    void discard(Task) {
      if constexpr (Locks) {
        typename P::unique_lock lock(mutex_);
        ++dropped_.write();
      } else {
        ++dropped_.write();
      }
    }

   private:
    typename P::mutex mutex_;
    typename P::template cell<unsigned> dropped_;
  };
};

/// A tenth of the time is enough.
struct leaves_early {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static constexpr time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      return weir::platform::no_later_than(t.idle_since, l.idle_after / 10);
    }
  };
};

/// Says for two of four times that the worker may leave at once.
struct leaves_at_times {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static inline unsigned asked = 0;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      return ++asked % 4 >= 2 ? t.idle_since : weir::platform::no_later_than(t.idle_since, l.idle_after);
    }
  };
};

/// A list of idle workers: which comes next, and how many of those above the removed one are forgotten, its parameters say.
template <weir::reuse_order Declared, bool PopsOldest, bool Forgets = false>
struct list_of_workers {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {};
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = Declared;

    void push(hook& worker) noexcept { idle_.push_back(&worker); }
    hook* pop() noexcept {
      if (idle_.empty()) return nullptr;
      const auto next = PopsOldest ? idle_.begin() : idle_.end() - 1;
      hook* const worker = *next;
      idle_.erase(next);
      return worker;
    }
    void remove(hook& worker) noexcept {
      auto at = idle_.begin();
      while (*at != &worker) ++at;
      idle_.erase(at, Forgets ? idle_.end() : at + 1);
    }

   private:
    std::vector<hook*> idle_;
  };
};

}  // namespace broken

#endif
