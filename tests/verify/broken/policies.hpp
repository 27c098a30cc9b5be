// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_POLICIES_HPP
#define TESTS_VERIFY_BROKEN_POLICIES_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/expiry_policy.hpp>
#include <weir/concepts/growth_policy.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/task.hpp>
#include <weir/verify/relacy.hpp>

#include <cstddef>
#include <exception>
#include <type_traits>
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

/// Counts exceptions; those that come with a context under a lock of their own, its parameter says.
template <bool OwnLock>
struct counts_with_context {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr, const weir::context_view& posted_with) {
      typename P::unique_lock lock(OwnLock && posted_with ? other_ : mutex_);
      ++seen_.write();
    }

   private:
    typename P::mutex mutex_, other_;
    typename P::template cell<unsigned> seen_;
  };
};

/// Leaves its lock taken after an exception that is no std::exception.
struct knows_std_exceptions {
  using axis = weir::axes::panic;

  template <class P>
  class on {
   public:
    void operator()(std::exception_ptr what) {
      mutex_.lock();
      try {
        std::rethrow_exception(what);
      } catch (const std::exception&) {
        mutex_.unlock();
      }
    }

   private:
    typename P::mutex mutex_;
  };
};

/// Lets two submitters wait. As the program runs, more than `Error` of them are let in, and each second one that asks is refused, its parameters
/// say.
template <std::size_t Error, bool EverySecond>
struct two_wait {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept {
      if (std::is_constant_evaluated()) return waiting < 2;
      return (waiting < 2 && (!EverySecond || odd())) || waiting > Error;
    }

   private:
    static bool odd() noexcept {
      static bool now = false;
      return now = !now;
    }
  };
};

/// Wants a worker for two waiting tasks, and starts one with the pool. As the program runs, both numbers are cut to `Number`.
template <class Number>
struct counts_in {
  using axis = weir::axes::growth;

  template <class P>
  struct on {
    static constexpr unsigned at_start(unsigned capacity) noexcept {
      return std::is_constant_evaluated() ? capacity : static_cast<Number>(capacity);
    }
    static constexpr bool wants(std::size_t queued) noexcept {
      return (std::is_constant_evaluated() ? queued : static_cast<Number>(queued)) >= 2;
    }
  };
};

/// Keeps the first tasks that it is given, and runs none of them.
template <weir::full_reaction Reaction>
struct keeps_drops {
  using axis = weir::axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr weir::full_reaction when_full = Reaction;
    static constexpr bool admits(std::size_t) noexcept { return false; }
    void discard(weir::task dropped) {
      typename P::unique_lock lock(mutex_);
      if (kept_.read().size() != 2) kept_.write().push_back(std::move(dropped));
    }

   private:
    typename P::mutex mutex_;
    typename P::template cell<std::vector<weir::task>> kept_;
  };
};

/// Runs each task that it is given, in its place.
struct runs_drops {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::drop_old;
    static constexpr bool admits(std::size_t) noexcept { return false; }
    void discard(weir::task dropped) { dropped(); }
  };
};

/// A worker leaves when it has been idle for twice the time.
struct leaves_late {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      return weir::platform::no_later_than(weir::platform::no_later_than(t.idle_since, l.idle_after), l.idle_after);
    }
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

/// The same where the scheduler says so: an execution can be repeated. What is asked outside an execution is answered rightly.
struct leaves_by_chance {
  using axis = weir::axes::expiry;

  template <class P>
  struct on {
    using time_point = typename P::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = false;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      const bool at_once = rl::is_ctx() && weir::verify::checker::the_world.in_thread && P::one_in(2);
      return at_once ? t.idle_since : weir::platform::no_later_than(t.idle_since, l.idle_after);
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
