// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/observer_policy.md
// conformance: observer observer_case<trial::event_log, true>
// 1: the log has no lock | All calls may run concurrently
// 2: a cancelled task is also counted as completed | counts as `cancelled`, and nothing else
// 3: report() overwrites what other workers have added | report(s, w): adds one worker's totals to `s`
// 4: a post that was discarded is also counted as refused | refused: a post got any other answer except `discarded`
// 5: the log's lock is left taken when the log is full | All calls may run concurrently
#ifndef TESTS_TRIAL_OBSERVER_EVENT_LOG_HPP
#define TESTS_TRIAL_OBSERVER_EVENT_LOG_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace trial {

/// Counts, and keeps a log of how the first four tasks ended.
struct event_log {
  using axis = weir::axes::observer;

  template <class P>
  class on {
    using counter = typename P::template atomic<std::uint64_t>;

   public:
    struct per_worker {
      counter completed, panicked, cancelled;
    };
    void accepted() noexcept { add(accepted_); }
    void refused() noexcept { add(refused_); }
    void discarded() noexcept {
      add(discarded_);
      if (broken == 4) refused();
    }
    void began(per_worker&) noexcept {}
    void completed(per_worker& mine) noexcept {
      add(mine.completed);
      note('r');
    }
    void panicked(per_worker& mine) noexcept {
      add(mine.panicked);
      note('t');
    }
    void cancelled(per_worker& mine) noexcept {
      add(mine.cancelled);
      if (broken == 2) add(mine.completed);
      note('c');
    }
    void report(weir::stats& into) const noexcept {
      into.accepted += get(accepted_);
      into.refused += get(refused_);
      into.discarded += get(discarded_);
    }
    void report(weir::stats& into, const per_worker& each) const noexcept {
      if (broken == 3) into.completed = into.panicked = into.cancelled = 0;
      into.completed += get(each.completed);
      into.panicked += get(each.panicked);
      into.cancelled += get(each.cancelled);
    }
    /// How task number `n` to end did: r, it returned; t, it threw; c, it was cancelled; 0, there is none, or it is not kept.
    char ended(std::size_t n) const noexcept {
      typename P::unique_lock lock(mutex_);
      return n < most ? log_.read().how[n] : '\0';
    }

   private:
    static constexpr std::size_t most = 4;
    struct log {
      std::array<char, most> how{};
      std::size_t size = 0;
    };
    static void add(counter& to) noexcept { to.fetch_add(1, std::memory_order_relaxed); }
    static std::uint64_t get(const counter& from) noexcept { return from.load(std::memory_order_relaxed); }
    void note(char how) noexcept {
      if (broken == 5) {
        mutex_.lock();
        log& l = log_.write();
        if (l.size == most) return;
        l.how[l.size++] = how;
        mutex_.unlock();
        return;
      }
      typename P::unique_lock lock(mutex_);
      if (broken == 1) lock.unlock();
      log& l = log_.write();
      if (l.size != most) l.how[l.size++] = how;
    }

    counter accepted_, refused_, discarded_;
    mutable typename P::mutex mutex_;
    typename P::template cell<log> log_;
  };
};
static_assert(weir::observer_policy<event_log>);

template <class P>
using verified = weir::pool<event_log, weir::queue::bounded<1>, weir::blocking::discard_newest, weir::panic::ignore, P>;

}  // namespace trial

#endif
