// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_ANY_POOL_HPP
#define WEIR_VERIFY_PROPERTIES_ANY_POOL_HPP

#include <weir/bulk_result.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/expiry_policy.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/options.hpp>
#include <weir/post_result.hpp>
#include <weir/stats.hpp>
#include <weir/task.hpp>
#include <weir/verify/simulated.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace weir::properties {

using std::chrono::nanoseconds;
using verify::simulated;

using coroutine_of_int = basic_coroutine<int, simulated>;

/// What a submitted task runs. The type is one, so that pools need not be templates to take it.
struct job {
  struct body {
    virtual ~body() = default;
    virtual int run() = 0;
    virtual coroutine_of_int travel() = 0;
  };
  std::unique_ptr<body> what;
  int operator()() const { return what->run(); }
};
/// The same as a coroutine, for light pools.
struct travelling_job {
  std::unique_ptr<job::body> what;
  coroutine_of_int operator()() const { return what->travel(); }
};

/// Any pool over the simulated platform: the properties are compiled once, for this.
class any_pool {
 public:
  virtual ~any_pool() = default;
  /// `tag` says with which of the tags that the queue takes; 0 is none.
  virtual post_result post(task& t, std::size_t tag) = 0;
  virtual post_result try_post(task& t, std::size_t tag) = 0;
  /// try_post where the blocking policy does not wait.
  virtual post_result post_for(nanoseconds d, task& t, std::size_t tag) = 0;
  post_result post(task& t) { return post(t, 0); }
  post_result try_post(task& t) { return try_post(t, 0); }
  virtual future<int, simulated> submit(job j) = 0;
  virtual int run(job j) = 0;
  virtual void wait_idle() = 0;
  virtual bool wait_idle_for(nanoseconds d) = 0;
  virtual void resize(unsigned min_workers, unsigned capacity) = 0;
  virtual void shutdown() = 0;
  virtual std::vector<task> stop() = 0;
  virtual void join() = 0;
  virtual bool join_for(nanoseconds d) = 0;
  virtual bool restart() = 0;
  /// Holds until what it gives is gone.
  virtual std::shared_ptr<void> pause() = 0;
  virtual std::vector<task> purge() = 0;
  virtual bulk_result post_bulk(std::vector<task>& many) = 0;
  virtual run_state state() = 0;
  virtual weir::stats stats() = 0;
};

using time_point = simulated::clock::time_point;

/// What its policies make of a pool, as plain values: all that the model and the ledger know of it. traits_of.hpp reads them off a type.
struct traits {
  static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

  bool hands_over = false;        ///< no queue: a task is given to a worker or not at all
  std::size_t room = unlimited;   ///< places in the queue
  bool in_order = true;           ///< first in, first out
  bool holds_back = false;        ///< a queued task may have to wait for one that runs
  full_reaction full = full_reaction::wait;
  std::size_t most_waiting = unlimited;
  unsigned most_workers = static_cast<unsigned>(-1);
  bool keeps = true;              ///< idle workers stay
  bool oldest_first = false;      ///< of the idle ones, the one used longest ago is used next
  bool any_worker = false;        ///< which of them is used next is not promised
  bool expires = false;           ///< idle workers may leave
  bool polls = false;             ///< idle workers look at the clock when it is their turn, and not at an instant
  bool ends_busy = false;         ///< so may busy ones, between two tasks
  time_point (*deadline)(const worker_times<time_point>&, const lifetimes&) noexcept = nullptr;
  unsigned (*at_start)(unsigned capacity) noexcept = nullptr;
  bool (*wants)(std::size_t queued) noexcept = nullptr;  ///< another worker, for so many tasks that wait
  bool throttled = true;          ///< a post that finds a worker on its way wakes no other
  bool may_throw = true;          ///< a throwing task does not end the program
  bool tells = false;             ///< what tasks throw reaches heard_panics
  bool rethrows = false;          ///< the next one to wait gets the exception
  bool logs = false;
  bool counts = false;
  unsigned carriers = 0;          ///< of light workers: so many threads carry them, and their tasks are coroutines

  [[nodiscard]] bool can_be_full() const { return room != unlimited; }
  [[nodiscard]] bool can_wait() const { return can_be_full() && full == full_reaction::wait; }
};

/// One legal set of policies.
struct combination {
  std::string name;
  traits is;
  std::unique_ptr<any_pool> (*make)(const options&);

  friend std::ostream& operator<<(std::ostream& to, const combination& c) { return to << c.name; }
};

/// How many exceptions `hear` has been given in this world.
inline unsigned heard_panics = 0;
/// How many exceptions panic::rethrow_at_wait has thrown in this world.
inline unsigned rethrown_panics = 0;

}  // namespace weir::properties

#endif
