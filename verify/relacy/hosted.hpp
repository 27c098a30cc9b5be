// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_HOSTED_HPP
#define WEIR_VERIFY_RELACY_HOSTED_HPP

#include <weir/verify/relacy/atomic.hpp>
#include <weir/verify/support/scenario.hpp>

#include <cstddef>
#include <new>
#include <string>
#include <type_traits>

namespace weir::verify::checker {

/// A scenario with its type forgotten: everything that runs scenarios is compiled once, not once per scenario.
struct hosted {
  hosted() = default;
  hosted(const hosted&) = delete;
  hosted& operator=(const hosted&) = delete;
  virtual ~hosted() = default;
  virtual void before() {}
  virtual void thread(unsigned index) = 0;
  virtual void after() {}
  virtual void invariant() {}
};

template <class S>
struct hosted_as final : hosted {
  static constexpr bool finishes = requires(S& s) { s.finish(); };
  struct nothing {};

  void before() override {
    if constexpr (requires { s.before(); }) s.before();
  }
  void thread(unsigned index) override {
    s.thread(index);
    if constexpr (finishes) {
      constexpr where at{"weir/verify/relacy/hosted.hpp", "finish", 0};
      if (ended.fetch_add(1, std::memory_order_acq_rel, at) + 1 == static_cast<unsigned>(S::threads)) s.finish();
    }
  }
  void after() override {
    if constexpr (requires { s.after(); }) s.after();
  }
  void invariant() override {
    if constexpr (requires { s.invariant(); }) s.invariant();
  }

  S s;
  [[no_unique_address]] std::conditional_t<finishes, atomic<unsigned>, nothing> ended;
};

/// What the runner knows of a scenario.
struct host {
  const char* name;
  const char* claim;
  int threads;
  int spawned;
  budgets budget;
  effort work;
  std::size_t size;
  std::size_t alignment;
  hosted* (*make)(void* storage);
  rl::test_result_e (*run)(rl::test_params& params);  ///< under the_session, with Relacy compiled for these numbers of threads
};

template <int Threads, int Spawned>
rl::test_result_e run_suite(rl::test_params& params);

template <class S>
host host_of() {
  static const std::string name{name_of<S>()};
  host h{name.c_str(),
         claim_of<S>(),
         S::threads,
         spawned_of<S>(),
         budget_of<S>(),
         effort_of<S>(),
         sizeof(hosted_as<S>),
         alignof(hosted_as<S>),
         [](void* storage) -> hosted* { return ::new (storage) hosted_as<S>; },
         &run_suite<S::threads, spawned_of<S>()>};
  if constexpr (may_start_many<S>()) {
    if (starts_many_at_once<S>()) {
      h.spawned = spawned_at_most_of<S>();
      h.run = &run_suite<S::threads, spawned_at_most_of<S>()>;
    }
  }
  return h;
}

}  // namespace weir::verify::checker

#endif
