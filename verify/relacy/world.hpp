// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_WORLD_HPP
#define WEIR_VERIFY_RELACY_WORLD_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/relacy/engine.hpp>
#include <weir/verify/support/budgets.hpp>
#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace weir::verify::checker {

using platform::where;

/// Everything outside Relacy that one execution can change. It starts afresh with each execution.
struct world {
  static constexpr std::int64_t epoch = 1'000'000'000'000;  // not zero: "an hour ago" must stay representable

  budgets left{};
  std::int64_t now = epoch;  ///< the virtual clock, in nanoseconds; it moves when a timed wait reaches its deadline
  std::int64_t deadline[max_threads] = {};
  void* slot[max_threads + 1] = {};  ///< the platform's slot(), per thread; the last is for before() and after()
  unsigned locks_held[max_threads] = {};
  const void* coming[max_threads] = {};  ///< the object of each thread's next step
  unsigned accesses = 0;   ///< of cells, which are no steps of the scheduler
  bool in_thread = false;  ///< thread functions are running, not before() or after()
  bool lean = false;       ///< leave out the switch points that cannot matter; see mutex::unlock
  char last_calls[256] = {};  ///< what a scenario says it has called so far; a crash is reported with it
  char reason[512] = {};   ///< why the execution failed, if we were the ones to say so

  void begin(const budgets& limits, bool fewer_switches) {
    left = limits;
    lean = fewer_switches;
    now = epoch;
    in_thread = false;
    accesses = 0;
    spared_allocations = endless_memory;
    std::fill(std::begin(slot), std::end(slot), nullptr);
    std::fill(std::begin(locks_held), std::end(locks_held), 0U);
    std::fill(std::begin(coming), std::end(coming), nullptr);
    last_calls[0] = '\0';
    reason[0] = '\0';
  }
};

inline world the_world;

inline rl::debug_info info(where at) { return {at.function, at.file, at.line}; }

/// Ends the execution as a failure. Nothing is unwound: the fibers are simply left, and Relacy drops them.
[[noreturn]] inline void fail(rl::test_result_e result, const char* reason, where at) {
  if (reason != the_world.reason) std::snprintf(the_world.reason, sizeof the_world.reason, "%s", reason);
  rl::ctx().fail_test(the_world.reason, result, info(at));
  std::abort();  // fail_test switches away for good
}

/// Another thread may go on before this one's step on the object.
inline void switch_before(rl::context& c, const void* object) {
  the_world.coming[c.threadx_->index_] = object;
  c.sched();
}

inline void out_of_memory() {
  /// Relacy counts up before it allocates and down after it.
  struct counter : rl::context {
    static int& of(rl::context& c) { return c.*&counter::disable_alloc_; }
  };
  --counter::of(rl::ctx());
  throw std::bad_alloc();
}

/// One line of the execution's history.
struct event {
  const void* object;
  char text[160];
  void output(std::ostream& out) const {
    if (object != nullptr) out << '<' << object << "> ";
    out << text;
  }
};

template <class... Args>
void record(rl::context& c, where at, const void* object, const char* format, Args... args) {
  event e{object, {}};
  if constexpr (sizeof...(args) == 0)
    std::snprintf(e.text, sizeof e.text, "%s", format);
  else
    std::snprintf(e.text, sizeof e.text, format, args...);
  c.exec_log(info(at), e);
}

/// Marks an object as alive. Relacy's own marker is a plain store in a destructor, which GCC removes as dead;
/// a volatile one stays, whatever the flags.
class alive {
 public:
  alive() = default;
  alive(const alive&) = delete;
  alive& operator=(const alive&) = delete;
  ~alive() { const_cast<volatile unsigned&>(mark_) = 0; }

  void check(where at) const {
    if (const_cast<const volatile unsigned&>(mark_) != magic) [[unlikely]]
      fail(rl::test_result_access_to_freed_memory, "an object was used after its destruction", at);
  }

 private:
  static constexpr unsigned magic = 0x5EA1ED01;
  unsigned mark_ = magic;
};

/// A number below n, decided by the scheduler.
inline unsigned decide(unsigned n) { return rl::ctx().rand(n, rl::sched_type_user); }

/// Something unlikely that may happen here: once in `odds` times in a random execution, both ways in a search.
inline bool strikes(rl::context& c, unsigned odds, rl::sched_type type = rl::sched_type_user) {
  const unsigned n = c.is_random_sched() ? odds : 2;
  return c.rand(n, type) == n - 1;
}

inline void require_execution() {
  if (rl::is_ctx() && rl::ctx().threadx_ != nullptr) return;
  std::fputs("weir: an object of the checking platform was made outside a scenario's execution\n", stderr);
  std::abort();
}

/// Keeps the current thread running across calls that would offer Relacy a switch.
class no_switch {
 public:
  explicit no_switch(rl::context& c) : c_(c) { c_.disable_preemption(); }
  no_switch(const no_switch&) = delete;
  no_switch& operator=(const no_switch&) = delete;
  ~no_switch() { c_.enable_preemption(); }

 private:
  rl::context& c_;
};

}  // namespace weir::verify::checker

#endif
