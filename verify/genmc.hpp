// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_HPP
#define WEIR_VERIFY_GENMC_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/backoff.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/platform/where.hpp>
#include <weir/verify/genmc/atomic.hpp>
#include <weir/verify/genmc/condition_variable.hpp>
#include <weir/verify/genmc/thread.hpp>
#include <weir/verify/genmc/verifier.hpp>

#include <chrono>
#include <utility>

namespace weir::verify {

/// The platform of GenMC (https://github.com/MPI-SWS/genmc), a checker that weir did not write: it runs shipped code over every execution that a
/// memory model allows, RC11 or another. Nothing here needs GenMC to compile: clang++ translates a program into LLVM's text, and GenMC reads that.
/// The command lines: verify/README.md
///
/// Its operations take no place in the source, GenMC knows the line. Exceptions are none: what throws is a failure under GenMC.
struct genmc {
  using axis = axes::platform;

  template <class T>
  using atomic = under_genmc::atomic<T>;

  /// Plain data: GenMC sees each access, and reports two that nothing orders.
  template <class T>
  class cell {
   public:
    cell() : value_() {}
    template <class First, class... Rest>
    explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
    cell(const cell&) = delete;
    cell& operator=(const cell&) = delete;
    ~cell() {}  // NOLINT(modernize-use-equals-default): as the atomic's

    const T& read() const noexcept { return value_; }
    T& write() noexcept { return value_; }

   private:
    T value_;
  };

  class mutex {
   public:
    mutex() noexcept { __VERIFIER_mutex_init(&state_, nullptr); }
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;
    void lock(platform::where = {}) noexcept { __VERIFIER_mutex_lock(&state_); }
    void unlock(platform::where = {}) noexcept { __VERIFIER_mutex_unlock(&state_); }

   private:
    int state_ = 0;
  };

  using unique_lock = platform::unique_lock<mutex>;
  using condition_variable = under_genmc::condition_variable;
  using thread = under_genmc::thread;

  /// Time is past every deadline: a wait that has one ends at once, after whatever the other threads have done by then.
  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept { return time_point::max(); }
  };

  static void fence(std::memory_order order) noexcept { under_genmc::fence(order); }
  static void yield() noexcept {}
  static void relax() noexcept {}
  /// Looks once.
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    return found();
  }
  static void*& slot() noexcept {
    thread_local void* value = nullptr;
    return value;
  }
  static unsigned hardware_concurrency() noexcept { return 2; }

  static void check(bool holds, const char* claim, platform::where at = platform::where::current()) noexcept {
    if (!holds) __VERIFIER_assert_fail(claim, at.file, static_cast<int>(at.line));
  }
};

}  // namespace weir::verify

namespace weir::platform {

/// No pauses: a loop in which a thread only reads is then one that GenMC knows to wait, and does not run round by round.
template <>
class backoff<verify::genmc> {
 public:
  static constexpr unsigned usual = 0;
  explicit backoff(unsigned = usual) noexcept {}
  void operator()() noexcept {}
};

}  // namespace weir::platform

#endif
