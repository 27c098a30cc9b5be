// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/blocking_policy.md
// conformance: blocking trial::drop_log
// 1: the count is read under the lock and written under it once more, with the record in between unlocked | discard: at the same time: other calls of `discard`
// 2: the record is written without the lock | discard: at the same time: other calls of `discard`
// 3: a flag keeps others out, taken and given back relaxed | discard: at the same time: other calls of `discard`
// 4: what discard() throws leaves the lock taken | discard may throw: What it throws goes to the panic policy
// 5: discard() of two threads wait for each other, one lock for the count and one for the record | discard: at the same time: other calls of `discard`
#ifndef TESTS_TRIAL_BLOCKING_DROP_LOG_HPP
#define TESTS_TRIAL_BLOCKING_DROP_LOG_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace trial {

/// The new task is dropped, and its number noted. Every second drop is reported by an exception, which goes to the panic policy.
struct drop_log {
  using axis = weir::axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr weir::full_reaction when_full = weir::full_reaction::drop_new;
    static constexpr bool admits(std::size_t) noexcept { return false; }

    void discard(auto dropped) {
      static_cast<void>(dropped);
      if (note() % 2 == 0) throw std::runtime_error("two tasks were dropped");
    }

   private:
    struct record {
      std::uint64_t last = 0;
      std::uint64_t sum = 0;
    };
    std::uint64_t note() {
      if (broken == 1) {
        std::uint64_t n = 0;
        {
          typename P::unique_lock lock(mutex_);
          n = count_.read() + 1;
        }
        record_.write().last = n;
        typename P::unique_lock lock(mutex_);
        return count_.write() = n;
      } else if (broken == 2) {
        std::uint64_t n = 0;
        {
          typename P::unique_lock lock(mutex_);
          n = ++count_.write();
        }
        record_.write() = {n, n};
        return n;
      } else if (broken == 3) {
        while (busy_.exchange(true, std::memory_order_relaxed)) P::yield();
        const std::uint64_t n = noted();
        busy_.store(false, std::memory_order_relaxed);
        return n;
      } else if (broken == 4) {
        mutex_.lock();
        const std::uint64_t n = noted();
        if (n % 2 == 0) throw std::runtime_error("two tasks were dropped");
        mutex_.unlock();
        return n;
      } else if (broken == 5) {
        const bool odd = turn_.fetch_add(1, std::memory_order_relaxed) % 2 != 0;
        typename P::unique_lock first(odd ? mutex_ : other_);
        typename P::unique_lock second(odd ? other_ : mutex_);
        return noted();
      } else {
        typename P::unique_lock lock(mutex_);
        return noted();
      }
    }
    std::uint64_t noted() {
      const std::uint64_t n = ++count_.write();
      record& r = record_.write();
      r.last = n;
      r.sum += n;
      return n;
    }

    typename P::mutex mutex_;
    typename P::mutex other_;
    typename P::template cell<std::uint64_t> count_;
    typename P::template cell<record> record_;
    typename P::template atomic<bool> busy_;
    typename P::template atomic<unsigned> turn_;
  };
};
static_assert(weir::blocking_policy<drop_log>);

template <class P>
using verified = weir::pool<weir::queue::bounded<1>, drop_log, weir::panic::ignore, P>;

}  // namespace trial

#endif
