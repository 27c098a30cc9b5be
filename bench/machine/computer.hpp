// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_COMPUTER_HPP
#define WEIR_BENCH_MACHINE_COMPUTER_HPP

#include <weir/platform/where.hpp>

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "bench/machine/caches.hpp"
#include "bench/machine/costs.hpp"
#include "bench/machine/ledger.hpp"
#include "bench/machine/thread.hpp"

namespace weir::bench::sim {

using platform::where;

struct computer_options {
  unsigned cores = 2;
  unsigned cores_per_socket = 64;
  std::uint64_t seed = 1;          ///< of the jitter: with the same one a run is the same
  double most_time = 60e9;         ///< a run that takes longer hangs
  costs prices{};
};

struct outcome {
  bool ok = false;
  std::string error;
  double elapsed = 0;              ///< virtual nanoseconds
  std::uint64_t operations = 0;
  std::uint64_t switches = 0;      ///< threads that came onto a core
  std::uint64_t fingerprint = 0;   ///< which thread did what, where and when, as one number
  ledger sites;                    ///< what was done from begin_measurement() to end_measurement()
  double measured = 0;             ///< time from there to end_measurement()
};

/// A computer with so many cores, their caches, and an operating system, in virtual time and inside one ordinary thread. The core that is furthest
/// behind goes on first, so every operation takes effect in the order of the virtual times at which it begins.
class computer {
 public:
  explicit computer(const computer_options& options);
  computer(const computer&) = delete;
  computer& operator=(const computer&) = delete;

  /// The one this code runs on; null outside of a run.
  static computer* current() noexcept { return current_; }
  /// Runs `main` as the first thread, until it ends. Once.
  outcome run(std::function<void()> main);

  [[nodiscard]] const costs& prices() const noexcept { return options_.prices; }
  [[nodiscard]] unsigned cores() const noexcept { return options_.cores; }
  [[nodiscard]] thread& self() noexcept { return *running_; }
  [[nodiscard]] double now() const noexcept { return now_; }

  // What a thread does. Each first lets the cores run that are behind.
  void read(const void* data, std::size_t bytes, where at) { use(data, bytes, caches::use::read, "read", at); }
  void write(const void* data, std::size_t bytes, where at) { use(data, bytes, caches::use::own, "write", at); }
  void read_modify_write(const void* data, where at);
  /// Waits until what the core has written is there for all to see.
  void fence(where at);
  /// Computes for so long.
  void compute(double nanoseconds, const char* doing, where at);
  /// The same, without letting others run: part of the next operation.
  void spend(double nanoseconds) noexcept { now_ += nanoseconds; }
  void yield(where at);

  // Futexes, as Linux has them: threads sleep on an address, behind which there need be nothing any more when they are woken. The first to sleep is
  // the first to be woken.

  /// Sleeps unless `must` says, with the futex's lock held, that there is no reason to. False: the deadline has passed.
  template <class Must>
  bool sleep(const void* on, double deadline, const char* doing, where at, Must must) {
    enter_kernel(on, doing, at);
    if (!must()) return true;
    return fall_asleep(on, deadline);
  }
  void wake(const void* on, std::size_t most, where at);
  thread* start(std::function<void()> work, where at);
  void join(thread& other, where at);

  /// Forgets what has been counted: what is measured begins here.
  void begin_measurement();
  /// Keeps what has been counted since then.
  void end_measurement();
  /// Ends the run with an error. It is left as it is: nothing on its stacks is destroyed.
  [[noreturn]] void fail(std::string why);

  static constexpr double never = 1e300;

 private:
  struct core {
    thread* runs = nullptr;  // or will, when the event comes that says so
    double drained_at = 0;  // when all that it has written is there
  };
  struct event {
    double time;
    std::uint64_t order;
    core* on;  // whose thread goes on; null: a deadline
    thread* sleeper;
    std::uint64_t sleep;
    bool operator<(const event& other) const noexcept {  // the earliest is the top of a priority queue
      return time != other.time ? time > other.time : order > other.order;
    }
  };

  void begin(const char* doing, where at);
  void use(const void* data, std::size_t bytes, caches::use how, const char* doing, where at);
  void enter_kernel(const void* on, const char* doing, where at);
  bool fall_asleep(const void* on, double deadline);
  void make_ready(thread& t, double latency);
  void leave_core();
  thread& next_event();
  void switch_to(thread& other);
  void arrive(boost::context::fiber from);
  boost::context::fiber body(thread& me);
  void at(double time, core* on, thread* sleeper = nullptr, std::uint64_t sleep = 0) { events_.push({time, order_++, on, sleeper, sleep}); }
  [[nodiscard]] double chance() noexcept { return static_cast<double>(chance_() >> 40) / (1 << 24); }  ///< from 0 to 1
  [[nodiscard]] core& here() noexcept { return cores_[running_->core]; }
  [[nodiscard]] unsigned number_of(const core& c) const noexcept { return static_cast<unsigned>(&c - cores_.data()); }
  [[nodiscard]] core* idle_core_for(const thread& t);
  [[nodiscard]] std::string all_threads() const;

  static inline constinit computer* current_ = nullptr;

  computer_options options_;
  caches caches_;
  std::mt19937_64 chance_;
  std::vector<core> cores_;
  std::vector<std::unique_ptr<thread>> threads_;
  std::vector<thread*> ready_;  // wait for a core
  std::unordered_map<const void*, std::deque<thread*>> sleepers_;
  std::priority_queue<event> events_;
  std::uint64_t order_ = 0;
  thread* running_ = nullptr;
  thread* leaving_ = nullptr;  // the one whose stack a switch leaves; null: of one that has ended
  boost::context::fiber host_;
  double now_ = 1e6;  // the running core's time; not 0, which code may take for "never"
  double measured_from_ = 0;
  ledger sites_;
  outcome result_;
};

}  // namespace weir::bench::sim

#endif
