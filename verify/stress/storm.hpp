// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_STRESS_STORM_HPP
#define WEIR_VERIFY_STRESS_STORM_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/future.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/probes.hpp>
#include <weir/verify/support/tagged.hpp>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <random>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace weir::verify::stress {

/// What became of all tasks of one storm.
struct account {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> cancelled{0};  // of those with a future: accepted and handed back, or dropped
  std::atomic<std::uint64_t> discarded{0};
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> handed_back{0};
  std::atomic<std::int64_t> alive{0};  // callables that exist
  std::atomic<int> running{0};
  std::atomic<int> most_running{0};
  std::atomic<const char*> fault{nullptr};  // one of those seen

  void expect(bool right, const char* sentence) {
    if (!right) fault = sentence;
  }
};

/// One life of a pool under threads that do everything to it at once, each by a script drawn from the seed.
template <class Pool>
class storm {
 public:
  using config = typename Pool::config_type;
  static constexpr full_reaction when_full = config::blocking::when_full;
  /// A submitter may have to run a task itself, so no task ends its own thread.
  static constexpr bool callers_run = when_full == full_reaction::run_here;
  static constexpr bool has_a_limit = when_full != full_reaction::overflow;
  static constexpr unsigned most_workers = std::min(4U, config::most_workers);

  storm(Pool& pool, account& book, std::uint64_t seed) : pool_(pool), book_(book), seed_(seed) {}

  /// Returns when every thread of the storm is gone and the pool has stopped.
  void rage(int submitters, int operations) {
    std::vector<std::thread> threads;
    for (int s = 0; s < submitters; ++s)
      threads.emplace_back([this, s, operations] {
        dice d(seed_ + static_cast<unsigned>(s) + 1);
        for (int n = 0; n < operations; ++n) step(d);
        ++finished_;
      });
    dice d(seed_);
    const int close_after = static_cast<int>(d() % static_cast<unsigned>(submitters * operations + 1));
    while (done_ < close_after && finished_ < submitters) std::this_thread::yield();
    close(d);
    for (std::thread& each : threads) each.join();
    pool_.shutdown();
    without_what_tasks_threw([this] { pool_.join(); });
    balance(pool_.stats());
  }

 private:
  using dice = std::minstd_rand;

  /// A callable that keeps the books.
  class work {
   public:
    work(storm& s, std::uint64_t seed) : storm_(&s), seed_(seed) { ++storm_->book_.alive; }
    work(work&& other) noexcept : storm_(other.storm_), seed_(other.seed_) { ++storm_->book_.alive; }
    work(const work& other) = delete;
    ~work() { --storm_->book_.alive; }
    int operator()() const { return storm_->body(seed_); }

   private:
    storm* storm_;
    std::uint64_t seed_;
  };
  work some_work(dice& d) { return work(*this, d()); }
  /// With one of the tags that the queue takes, or without.
  template <class Post>
  static auto with_some_tag(dice& d, Post post) {
    if constexpr (std::tuple_size_v<tags_in<config>> == 0)
      return post();
    else
      return with_tag<config>(d() / 16, post);
  }

  int body(std::uint64_t seed) {
    struct presence {
      account& book;
      explicit presence(account& b) : book(b) {
        ++book.begun;
        const int now = ++book.running;
        for (int seen = book.most_running; seen < now && !book.most_running.compare_exchange_weak(seen, now);) {
        }
      }
      ~presence() { --book.running; }
    } here(book_);
    dice d(seed);
    switch (d() % 16) {
      case 0: count(with_some_tag(d, [&](auto... tag) { return pool_.try_post(some_work(d), tag...); })); break;
      case 1: count(with_some_tag(d, [&](auto... tag) { return pool_.post(some_work(d), tag...); })); break;
      case 2: std::this_thread::yield(); break;
      case 3:
        if constexpr (!ends_on_panic<Pool>) throw 42;
        break;
      case 4:
        if (!callers_run && d() % 4 == 0) end_thread();
        break;
      case 5: pool_.run([] {}); break;
      case 6:
        if (d() % 64 == 0) pool_.shutdown();
        break;
      case 7:
        if (d() % 64 == 0) book_.handed_back += pool_.stop().size();
        break;
      case 8: static_cast<void>(pool_.stats()); break;
      default: break;
    }
    return 7;
  }

  /// Where that runs the destructors of what is on the thread's stack: elsewhere a task must not end its thread.
  static void end_thread() {
#if defined(__GLIBC__)
    pthread_exit(nullptr);
#endif
  }

  void step(dice& d) {
    ++done_;
    switch (d() % 16) {
      case 0:
      case 1:
      case 2: count(with_some_tag(d, [&](auto... tag) { return pool_.try_post(some_work(d), tag...); })); break;
      case 3:
      case 4: count(with_some_tag(d, [&](auto... tag) { return pool_.submit(some_work(d), tag...); })); break;
      case 5: wait_a_little(d); break;
      case 6: pool_.resize(Pool::config_type::workers::keeps ? d() % 2 : 0, 1 + d() % most_workers); break;
      case 7: expect_sane(pool_.stats()); break;
      case 8:
        if constexpr (Pool::config_type::can_wait || !Pool::config_type::can_be_full)
          count(with_some_tag(d, [&](auto... tag) { return pool_.post_for(std::chrono::microseconds(d() % 200), some_work(d), tag...); }));
        break;
      default: count(with_some_tag(d, [&](auto... tag) { return pool_.post(some_work(d), tag...); }));
    }
    // What outruns the workers waits for them now and then, so that the storm ends soon after it was told to.
    if (pool_.stats().queued > 300)
      without_what_tasks_threw([this] { static_cast<void>(pool_.wait_idle_for(std::chrono::milliseconds(1))); });
  }

  void wait_a_little(dice& d) {
    const auto moment = std::chrono::microseconds(d() % 300);
    const bool idle = d() % 2 == 0;
    without_what_tasks_threw([&] { static_cast<void>(idle ? pool_.wait_idle_for(moment) : pool_.join_for(moment)); });
  }

  /// A panic policy may give what a task threw to the next call that waits.
  template <class Wait>
  static void without_what_tasks_threw(Wait wait) {
    try {
      wait();
    } catch (int) {
    }
  }

  void close(dice& d) {
    if (d() % 2 == 0)
      pool_.shutdown();
    else
      book_.handed_back += pool_.stop().size();
  }

  void count(post_result r) {
    ++(r == post_result::accepted ? book_.accepted : r == post_result::discarded ? book_.discarded : book_.refused);
  }

  template <class Future>
  void count(Future f) {
    try {
      book_.expect(f.get() == 7, "a future has its task's result (I9)");
    } catch (const not_run& e) {
      if (e.reason() != post_result::cancelled) return count(e.reason());
      ++book_.cancelled;
      return;
    } catch (int thrown) {
      book_.expect(thrown == 42, "a future has what its task threw (I9)");
    }
    count(post_result::accepted);
  }

  void expect_sane(const stats& s) {
    constexpr std::uint64_t negative = std::uint64_t{1} << 40;
    book_.expect(s.idle <= s.workers, "idle workers are workers (I5)");
    if (has_a_limit) book_.expect(s.workers <= most_workers, "no more workers than the capacity (I1)");
    book_.expect(s.accepted < negative && s.queued < negative && s.running < negative && s.waiting < negative, "no count is negative (I5)");
  }

  /// When all is over.
  void balance(const stats& s) {
    account& b = book_;
    // Of a submitted task that was dropped the future says what it says of one that was handed back.
    const std::uint64_t accepted = b.accepted + b.cancelled;
    std::uint64_t dropped = 0;
    if (drops_tasks<Pool>) dropped = accepted - b.begun - b.handed_back;
    const std::uint64_t refused = when_full == full_reaction::drop_new ? dropped : 0;  // of these: never accepted
    if constexpr (drops_tasks<Pool>)
      b.expect(dropped + b.discarded <= heard_drops<typename config::platform>::read(),
               "what did not run was handed back, or given to the blocking policy to drop (I2)");
    b.expect(b.begun + b.handed_back + dropped == accepted && dropped <= accepted && refused <= b.cancelled,
             "every accepted task ran once or was handed back (I2)");
    b.expect(b.alive == 0, "every task is destroyed (I22)");
    b.expect(b.running == 0, "what has begun has ended");
    if (!callers_run && has_a_limit) b.expect(b.most_running <= static_cast<int>(most_workers), "no more tasks run than the capacity (I1)");
    b.expect(s.workers + s.idle + s.running + s.queued + s.waiting == 0, "nothing is left in a stopped pool (I15)");
    if (!counts_tasks<Pool>()) return;
    b.expect(s.accepted == accepted - refused && s.refused == b.refused && s.discarded == b.discarded + dropped,
             "the counters know every answer (I5)");
    b.expect(s.completed + s.panicked + b.handed_back + dropped == s.accepted + refused, "the counters know every task (I5)");
  }

  Pool& pool_;
  account& book_;
  std::uint64_t seed_;
  std::atomic<int> done_{0};
  std::atomic<int> finished_{0};
};

}  // namespace weir::verify::stress

#endif
