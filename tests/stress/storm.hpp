// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_STRESS_STORM_HPP
#define TESTS_STRESS_STORM_HPP

#include <weir/post_result.hpp>
#include <weir/stats.hpp>

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {

/// What became of all tasks of one storm.
struct account {
  std::atomic<std::uint64_t> accepted{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> handed_back{0};
  std::atomic<std::int64_t> alive{0};  // callables that exist
  std::atomic<int> running{0};
  std::atomic<int> most_running{0};
};

/// One life of a pool under threads that do everything to it at once, each by a script drawn from the seed.
template <class Pool>
class storm {
 public:
  /// `callers_run`: a submitter may have to run a task itself, so no task ends its own thread.
  storm(Pool& pool, account& book, std::uint64_t seed, bool callers_run)
      : pool_(pool), book_(book), seed_(seed), callers_run_(callers_run) {}

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
    pool_.join();
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
      case 0: count(pool_.try_post(some_work(d))); break;
      case 1: count(pool_.post(some_work(d))); break;
      case 2: std::this_thread::yield(); break;
      case 3: throw 42;
      case 4:
        if (!callers_run_ && d() % 4 == 0) pthread_exit(nullptr);
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

  void step(dice& d) {
    ++done_;
    switch (d() % 16) {
      case 0:
      case 1:
      case 2: count(pool_.try_post(some_work(d))); break;
      case 3:
      case 4: count(pool_.submit(some_work(d))); break;
      case 5: wait_a_little(d); break;
      case 6: pool_.resize(Pool::config_type::workers::keeps ? d() % 2 : 0, 1 + d() % most_workers); break;
      case 7: expect_sane(pool_.stats()); break;
      case 8:
        if constexpr (Pool::config_type::can_wait || !Pool::config_type::can_be_full)
          count(pool_.post_for(std::chrono::microseconds(d() % 200), some_work(d)));
        break;
      default: count(pool_.post(some_work(d)));
    }
    // What outruns the workers waits for them now and then, so that the storm ends soon after it was told to.
    if (pool_.stats().queued > 300) static_cast<void>(pool_.wait_idle_for(std::chrono::milliseconds(1)));
  }

  void wait_a_little(dice& d) {
    const auto moment = std::chrono::microseconds(d() % 300);
    static_cast<void>(d() % 2 == 0 ? pool_.wait_idle_for(moment) : pool_.join_for(moment));
  }

  void close(dice& d) {
    if (d() % 2 == 0)
      pool_.shutdown();
    else
      book_.handed_back += pool_.stop().size();
  }

  void count(post_result r) { ++(r == post_result::accepted ? book_.accepted : book_.refused); }

  template <class Future>
  void count(Future f) {
    try {
      EXPECT_EQ(f.get(), 7);
    } catch (const not_run& e) {
      if (e.reason() != post_result::cancelled) return count(e.reason());
    } catch (int thrown) {
      EXPECT_EQ(thrown, 42);
    }
    count(post_result::accepted);
  }

  static void expect_sane(const stats& s) {
    EXPECT_LE(s.idle, s.workers);
    EXPECT_LE(s.workers, most_workers);
    EXPECT_LE(s.accepted, std::uint64_t{1} << 40);  // never negative
    EXPECT_LE(s.queued, std::uint64_t{1} << 40);
    EXPECT_LE(s.running, std::uint64_t{1} << 20);
    EXPECT_LE(s.waiting, std::uint64_t{1} << 20);
  }

 public:
  static constexpr unsigned most_workers = 4;

 private:
  Pool& pool_;
  account& book_;
  std::uint64_t seed_;
  bool callers_run_;
  std::atomic<int> done_{0};
  std::atomic<int> finished_{0};
};

}  // namespace weir::tests

#endif
