// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SCENARIO_HPP
#define WEIR_VERIFY_SUPPORT_SCENARIO_HPP

#include <weir/concepts/blocking_policy.hpp>
#include <weir/verify/support/budgets.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace weir::verify {

// A scenario is a small program that one claim is about. It is a struct of this shape; its name is the claim's short form.
//
//   struct last_worker_retires_vs_post {
//     static constexpr const char* claim = "I2: a task accepted while the last worker retires is still run";
//     static constexpr int threads = 2;              // thread(0) and thread(1) run concurrently
//     static constexpr int spawned = 2;              // most threads the pool starts in one execution (default 0)
//     static constexpr budgets budget{.timeouts = 1};                       // default: none of them
//     using subject = Pool;                          // the pool type, whose `allowed` is added to these numbers (default: none)
//     static constexpr effort work{.surw = 50'000, .bound = 2};           // default: see below
//     static constexpr identical_threads identical{0, 1};                  // default: none, see below
//     static constexpr bool no_loop_waits = true;                           // default: a loop may, see below
//     void before();                // alone, before the threads; must not block
//     void thread(unsigned index);  // the only member that is not optional
//     void finish();                // in the last of the threads, after all have returned from thread(); may block
//     void invariant();             // at every switch point; reads only, and sees the newest values
//     void after();                 // alone, when every thread has ended, the pool's too; must not block
//   };
//
// The object is built afresh for every execution, inside it. Destroy the pool in thread() or finish(): the execution ends
// only when the pool's own threads have ended, and a pool that is still open then is reported as a deadlock.

/// As a bound of preemptions: no bound.
inline constexpr int any_number = 1'000;

/// How hard to try, for one scenario. Every scheduler finds bugs that another does not, so all of them run.
struct effort {
  std::uint64_t surw = 20'000;     ///< executions of the random walk
  std::uint64_t pct3 = 10'000;     ///< executions with random priorities, for bugs of depth 3
  int bound = 2;                   ///< search with 0, 1, .. this many preemptions, or any_number; -1: no search
  int oddities = 1;                ///< of a search: loads of an old value, and weak exchanges failing for no reason, together
  std::uint64_t search = 100'000;  ///< executions per bound after which a search is cut; 0: none
  std::uint64_t graphs = 0;        ///< every execution instead, if there are at most so many: see few_graphs; 0: the search
  double seconds = 0;              ///< time per scheduler after which it is cut; 0: none
  std::uint64_t minimum = 0;       ///< fewer executions in all than this are a failure; 0: all the random ones count
  bool exhaust = false;            ///< a search that was cut is a failure
  unsigned depth = 4'000;          ///< switch points after which an execution counts as a livelock
};

/// Two threads that do the same, and that the claim does not tell apart: nothing depends on their numbers but what each has for itself. A search by graphs
/// sees one of two executions in which they have only changed places. `first` is the lower number.
struct identical_threads {
  unsigned first;
  unsigned second;
};

/// Whether a thread that goes round until another one moves is a failure. To a search by graphs it is a thread that waits, which most may: the other one
/// goes on. The other schedulers have a thread stand still for long, and see such a loop as a livelock. Whatever waits for a lock is no loop.
template <class S>
constexpr bool no_loop_waits_of() {
  if constexpr (requires { S::no_loop_waits; })
    return S::no_loop_waits;
  else
    return false;
}

/// So many graphs are seen in a few seconds, if no pool is among them, and so many of a pool within one. What threads share must be in cells and atomics
/// then, what is only theirs need not: a graph says nothing of the order in which plain data is written.
inline constexpr std::uint64_t few_graphs = 12'000;
inline constexpr std::uint64_t few_graphs_of_a_pool = 3'000;

/// A type's name without namespaces and template arguments; the type need not be complete.
template <class S>
constexpr std::string_view type_name_of() {
  std::string_view s = __PRETTY_FUNCTION__;
  s.remove_prefix(s.find("S = ") + 4);
  std::size_t depth = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i != s.size(); ++i) {
    if (s[i] == '<') {
      if (depth++ == 0) end = i;
    } else if (s[i] == '>' && depth != 0) {
      --depth;
    } else if (depth == 0 && (s[i] == ';' || s[i] == ']' || s[i] == ',')) {
      if (end <= begin) end = i;
      break;
    } else if (depth == 0 && s[i] == ':') {
      begin = i + 1;
    }
  }
  return s.substr(begin, end - begin);
}

/// The scenario's name: `name` if it has one, else the type's own.
template <class S>
constexpr std::string_view name_of() {
  if constexpr (requires { S::name; })
    return S::name;
  else
    return type_name_of<S>();
}

template <class S>
constexpr const char* claim_of() {
  if constexpr (requires { S::claim; }) {
    return S::claim;
  } else {
    return "";
  }
}

/// What the scenario's `subject` allows itself, if it has one that does.
template <class S>
constexpr allowance allowance_of() {
  if constexpr (requires { S::subject::allowed; }) {
    return S::subject::allowed;
  } else {
    return {};
  }
}

template <class S>
constexpr int spawned_of() {
  if constexpr (requires { S::spawned; }) {
    return S::spawned + allowance_of<S>().spawned;
  } else {
    return 0;
  }
}

/// Does a pool with these policies start a thread for every task, because no idle worker is kept, or beyond its capacity?
template <class Config>
inline constexpr bool starts_many = !Config::workers::keeps || Config::blocking::when_full == full_reaction::overflow;

/// May the pool that is a scenario's `subject` start more threads than the scenario has places for workers, timed waits or not?
template <class S>
constexpr bool may_start_many() {
  if constexpr (requires { typename S::subject::config_type; })
    return S::subject::config_type::expiry::expires || starts_many<typename S::subject::config_type>;
  else
    return false;
}

/// It does if a worker that has been idle for no time at all may leave: no budget counts that. Each post, and each start in advance, may need
/// a thread of its own then. So may each turn of a task that waits, where a worker may leave at each of many timed waits.
template <class S>
bool starts_many_at_once() {
  if constexpr (may_start_many<S>()) {
    using config = typename S::subject::config_type;
    using time_point = typename S::subject::platform_type::clock::time_point;
    constexpr std::chrono::hours an_hour(1);
    constexpr time_point now(an_hour);
    if constexpr (starts_many<config> || allowance_of<S>().timeouts != 0) return true;
    return config::expiry::deadline({now, now, now}, {an_hour, an_hour}) <= now ||
           config::expiry::deadline({now, now, {}}, {an_hour, an_hour}) <= now;
  } else {
    return false;
  }
}
template <class S>
constexpr int spawned_at_most_of() {
  return spawned_of<S>() <= 4 ? 8 : spawned_of<S>() <= 8 ? 12 : 16;
}

template <class S>
constexpr budgets budget_of() {
  budgets b;
  if constexpr (requires { S::budget; }) b = S::budget;
  b.timeouts += allowance_of<S>().timeouts;
  if (!allowance_of<S>().spawn_faults) b.spawn_faults = 0;
  return b;
}

template <class S>
constexpr effort effort_of() {
  if constexpr (requires { S::work; }) {
    return S::work;
  } else {
    return {};
  }
}

}  // namespace weir::verify

#endif
