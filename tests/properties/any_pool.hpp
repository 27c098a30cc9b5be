// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_ANY_POOL_HPP
#define TESTS_PROPERTIES_ANY_POOL_HPP

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

using verify::simulated;
using std::chrono::nanoseconds;

/// What a submitted task runs. The type is one, so that pools need not be templates to take it.
struct job {
  struct body {
    virtual ~body() = default;
    virtual int run() = 0;
  };
  std::unique_ptr<body> what;
  int operator()() const { return what->run(); }
};

/// Any pool over the simulated platform: the properties are compiled once, for this.
class any_pool {
 public:
  virtual ~any_pool() = default;
  virtual post_result post(task& t) = 0;
  virtual post_result try_post(task& t) = 0;
  /// try_post where the blocking policy does not wait.
  virtual post_result post_for(nanoseconds d, task& t) = 0;
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
  virtual run_state state() = 0;
  virtual weir::stats stats() = 0;
};

/// What its policies make of a pool, as plain values.
struct traits {
  enum class when_full { wait, refuse, run_here };
  static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

  bool hands_over = false;        ///< no queue: a task is given to a worker or not at all
  std::size_t room = unlimited;   ///< places in the queue
  when_full full = when_full::wait;
  std::size_t most_waiting = unlimited;
  bool keeps = true;              ///< idle workers stay
  bool expires = false;
  bool prestart = false;
  bool may_throw = true;          ///< a throwing task does not end the program
  bool tells = false;             ///< what tasks throw reaches heard_panics
  bool logs = false;
  bool counts = false;

  [[nodiscard]] bool can_be_full() const { return room != unlimited; }
  [[nodiscard]] bool can_wait() const { return can_be_full() && full == when_full::wait; }
};

/// One legal set of policies.
struct combination {
  std::string name;
  traits is;
  std::unique_ptr<any_pool> (*make)(const options&);

  friend std::ostream& operator<<(std::ostream& to, const combination& c) { return to << c.name; }
};

/// Every legal set of policies, queue by queue. `all_combinations` has them together.
const std::vector<combination>& mutex_fifo_wait();
const std::vector<combination>& unbounded_wait();
const std::vector<combination>& bounded_wait();
const std::vector<combination>& bounded_wait_at_most();
const std::vector<combination>& bounded_reject();
const std::vector<combination>& bounded_caller_runs();
const std::vector<combination>& none_wait();
const std::vector<combination>& none_wait_at_most();
const std::vector<combination>& none_reject();
const std::vector<combination>& none_caller_runs();
const std::vector<combination>& all_combinations();

/// How many exceptions panic::call has been given in this world.
inline unsigned heard_panics = 0;

}  // namespace weir::properties

#endif
