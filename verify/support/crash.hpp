// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_CRASH_HPP
#define WEIR_VERIFY_SUPPORT_CRASH_HPP

#include <weir/verify/graphs/replay.hpp>
#include <weir/verify/relacy/session.hpp>

#include <sys/time.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>

namespace weir::verify::checker {

/// Turns what would end the program inside an execution (a wild pointer, an abort, std::terminate, a loop that never
/// reaches the platform) into a failure of that execution, with its history and replay. Outside one nothing changes.
class crash_guard {
 public:
  static inline unsigned patience = 10;  ///< seconds of processor time that one step may take

  crash_guard() {
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = sizeof memory_;
    sigaltstack(&stack, &old_stack_);  // a stack overflow leaves no room for a handler on its own stack
    struct sigaction action {};
    action.sa_handler = &on_signal;
    // NODEFER: the handler leaves by a jump, so the signal would stay blocked.
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i != std::size(caught); ++i) sigaction(caught[i], &action, &old_action_[i]);
    old_terminate_ = std::set_terminate(&on_terminate);
    const itimerval every{{1, 0}, {1, 0}};
    setitimer(ITIMER_VIRTUAL, &every, nullptr);
  }
  crash_guard(const crash_guard&) = delete;
  crash_guard& operator=(const crash_guard&) = delete;
  ~crash_guard() {
    const itimerval never{};
    setitimer(ITIMER_VIRTUAL, &never, nullptr);
    std::set_terminate(old_terminate_);
    for (std::size_t i = 0; i != std::size(caught); ++i) sigaction(caught[i], &old_action_[i], nullptr);
    sigaltstack(&old_stack_, nullptr);
  }

 private:
  static constexpr int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM};

  static bool in_graph() { return execution::the_replay != nullptr && execution::replay::in_thread(); }
  static bool in_execution() { return in_graph() || (rl::is_ctx() && rl::ctx().threadx_ != nullptr); }
  [[noreturn]] static void fail_either(rl::test_result_e result, where at) {
    using kind = execution::fault::kind;
    if (in_graph())
      execution::the_replay->fail(result == rl::test_result_access_to_freed_memory ? kind::destroyed
                                  : result == rl::test_result_livelock             ? kind::endless
                                                                                   : kind::claim,
                                  the_world.reason, at);
    fail(result, the_world.reason, at);
  }

  static void on_signal(int number) {
    if (number == SIGVTALRM) {
      watch();
      return;
    }
    if (!in_execution()) {
      std::signal(number, SIG_DFL);
      std::raise(number);
      return;
    }
    const bool memory = number == SIGSEGV || number == SIGBUS;
    const char* const what = memory              ? "invalid memory access (SIGSEGV): a wild, null or freed pointer, or a stack overflow"
                             : number == SIGABRT ? "the program called abort(): a failed assertion, or the C library found the heap broken"
                                                 : "the program was stopped by a signal (SIGFPE or SIGILL)";
    const char* const calls = the_world.last_calls;
    std::snprintf(the_world.reason, sizeof the_world.reason, "%s%s%s", what, *calls == '\0' ? "" : "; the calls so far: ", calls);
    fail_either(memory ? rl::test_result_access_to_freed_memory : rl::test_result_user_assert_failed, {"signal", "crash", 0});
  }

  static void watch() {
    static std::uint64_t last = 0;
    static unsigned still = 0;
    const std::uint64_t now = in_graph() ? execution::the_replay->turns : the_session != nullptr ? the_session->steps : 0;
    still = now == last && in_execution() ? still + 1 : 0;
    last = now;
    if (still < patience) return;
    still = 0;
    std::snprintf(the_world.reason, sizeof the_world.reason, "a loop without any operation of the platform does not end");
    fail_either(rl::test_result_livelock, {"watchdog", "crash", 0});
  }

  [[noreturn]] static void on_terminate() {
    if (!in_execution()) std::abort();
    std::snprintf(the_world.reason, sizeof the_world.reason, "std::terminate was called");
    if (const std::exception_ptr e = std::current_exception()) {
      try {
        std::rethrow_exception(e);
      } catch (const std::exception& x) {
        std::snprintf(the_world.reason, sizeof the_world.reason, "std::terminate was called: %s", x.what());
      } catch (...) {
      }
    }
    fail_either(rl::test_result_user_assert_failed, {"terminate", "crash", 0});
  }

  alignas(16) char memory_[64 * 1024];
  stack_t old_stack_{};
  struct sigaction old_action_[std::size(caught)]{};
  std::terminate_handler old_terminate_ = nullptr;
};

}  // namespace weir::verify::checker

#endif
