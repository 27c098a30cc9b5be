// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_CALLERS_HPP
#define TESTS_VERIFY_BROKEN_CALLERS_HPP

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/stats.hpp>

// Policies that call their pool where the pool holds its lock.

namespace broken {

/// How such a policy knows its pool, while a scenario runs.
struct known_pool {
  static inline void* pool = nullptr;
  static inline void (*call)(void*) = nullptr;
  static void ask() {
    if (call != nullptr) call(pool);
  }
};

/// A scenario whose pool its policies know.
template <class Scenario>
struct known : Scenario {
  static constexpr const char* name = "a policy that knows its pool";
  known() { known_pool::call = nullptr; }
  known(const known&) = delete;
  known& operator=(const known&) = delete;
  ~known() { known_pool::call = nullptr; }
  void before() {
    Scenario::before();
    known_pool::pool = &this->pool;
    known_pool::call = [](void* its) { static_cast<void>((*static_cast<decltype(this->pool)*>(its))->stats()); };
  }
};

struct asks_in_unpark {
  using axis = weir::axes::parking;
  template <class P>
  struct on : weir::parking::park::on<P> {
    void unpark() {
      weir::parking::park::on<P>::unpark();
      known_pool::ask();
    }
  };
};

struct asks_in_deadline {
  using axis = weir::axes::expiry;
  template <class P>
  struct on : weir::expiry::after_idle::on<P> {
    using base = weir::expiry::after_idle::on<P>;
    using time_point = typename P::clock::time_point;
    static time_point deadline(const weir::worker_times<time_point>& t, const weir::lifetimes& l) noexcept {
      known_pool::ask();
      return base::deadline(t, l);
    }
  };
};

struct asks_in_report {
  using axis = weir::axes::observer;
  template <class P>
  struct on : weir::observer::counters::on<P> {
    using base = weir::observer::counters::on<P>;
    using base::report;
    void report(weir::stats& into) const noexcept {
      known_pool::ask();
      base::report(into);
    }
  };
};

}  // namespace broken

#endif
