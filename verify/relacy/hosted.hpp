// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_HOSTED_HPP
#define WEIR_VERIFY_RELACY_HOSTED_HPP

#include <weir/verify/relacy/engine.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace weir::verify::checker {

/// A scenario with its type forgotten: everything that runs scenarios is compiled once, not once per scenario.
struct hosted {
  hosted() = default;
  hosted(const hosted&) = delete;
  hosted& operator=(const hosted&) = delete;
  virtual ~hosted() = default;
  virtual void before() {}
  virtual void thread(unsigned index) = 0;
  virtual void finish() {}
  virtual void after() {}
  virtual void invariant() {}
};

template <class S>
struct hosted_as final : hosted {
  static constexpr bool finishes = requires(S& s) { s.finish(); };

  hosted_as() = default;
  ~hosted_as() noexcept override = default;  // also of a scenario with a member whose destructor may throw

  void before() override {
    if constexpr (requires { s.before(); }) s.before();
  }
  void thread(unsigned index) override { s.thread(index); }
  void finish() override {
    if constexpr (requires { s.finish(); }) s.finish();
  }
  void after() override {
    if constexpr (requires { s.after(); }) s.after();
  }
  void invariant() override {
    if constexpr (requires { s.invariant(); }) s.invariant();
  }

  S s;
};

template <class S>
constexpr std::optional<identical_threads> identical_of() {
  if constexpr (requires { S::identical; }) {
    static_assert(S::identical.first < S::identical.second && S::identical.second < S::threads);
    return S::identical;
  } else {
    return std::nullopt;
  }
}

/// Why the search by graphs cannot run the scenario, or null: what it depends on is no step.
template <class S>
constexpr const char* outside_graphs_of() {
  if constexpr (requires(S& s) { s.invariant(); }) return "it has an invariant of every moment, and a graph has no moments";
  const std::string_view type = __PRETTY_FUNCTION__;
  if (type.find("queue::spsc") != type.npos || type.find("queue::lockfree") != type.npos)
    return "what a queue of Boost.Lockfree does inside is no step";
  return nullptr;
}

/// What the runner knows of a scenario.
struct host {
  const char* name;
  const char* claim;
  int threads;
  int spawned;
  budgets budget;
  effort work;
  bool finishes;   ///< it has a finish()
  std::optional<identical_threads> identical;
  const char* outside_graphs;  ///< why the search by graphs cannot run it, or null
  bool no_loop_waits;          ///< a thread that goes round until another one moves is a failure
  std::size_t size;
  std::size_t alignment;
  hosted* (*make)(void* storage);
  rl::test_result_e (*run)(rl::test_params& params);  ///< under the_session, with Relacy compiled for these numbers of threads
};

/// With places for so many threads besides. checker.cpp has it for a few numbers of places only.
template <int Threads, int Places>
rl::test_result_e run_suite(rl::test_params& params);
constexpr int places_for(int spawned) {
  for (const int places : {0, 2, 4, 8})
    if (spawned <= places) return places;
  return 16;
}

template <class S>
host host_of() {
  static const std::string name{name_of<S>()};
  host h{name.c_str(),
         claim_of<S>(),
         S::threads,
         spawned_of<S>(),
         budget_of<S>(),
         effort_of<S>(),
         hosted_as<S>::finishes,
         identical_of<S>(),
         outside_graphs_of<S>(),
         no_loop_waits_of<S>(),
         sizeof(hosted_as<S>),
         alignof(hosted_as<S>),
         [](void* storage) -> hosted* { return ::new (storage) hosted_as<S>; },
         &run_suite<S::threads, places_for(spawned_of<S>())>};
  if constexpr (may_start_many<S>()) {
    if (starts_many_at_once<S>()) {
      h.spawned = spawned_at_most_of<S>();
      h.run = &run_suite<S::threads, places_for(spawned_at_most_of<S>())>;
    }
  }
  return h;
}

}  // namespace weir::verify::checker

#endif
