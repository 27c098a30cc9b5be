// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_GO_HPP
#define WEIR_GO_HPP

#include <weir/thread_pool.hpp>

#include <system_error>
#include <utility>

namespace weir {

namespace engine {

/// The program's pool. It ends when static objects are destroyed, but its memory stays valid: later posts are still answered.
struct program_pool {
  union {
    thread_pool pool;
  };
  program_pool() : pool() {}
  program_pool(const program_pool&) = delete;
  program_pool& operator=(const program_pool&) = delete;
  ~program_pool() {
    pool.shutdown();
    try {
      pool.join();
    } catch (const std::system_error&) {
      // a task called exit(), and cannot wait for itself
    }
  }
};

}  // namespace engine

/// The pool of weir::go(): a weir::thread_pool, made at the first call, with as many workers as the machine has cores. A program that does not call
/// it has no such pool; no thread is started before the first task.
///
/// **At the end of the program**, when main has returned or exit() was called, static objects are destroyed in the reverse order of their
/// construction. The pool is destroyed before all that were made before its first use: it refuses new tasks (`closed`), runs all that it had
/// accepted, waits for them, and ends its threads. So a task may use any static object that was made before the pool, and a task that never ends
/// keeps the program from ending. When a task calls exit() itself, the pool does not wait, and the other tasks may be cut off. std::quick_exit and
/// std::_Exit run nothing. Posts after the end are answered `closed`.
[[nodiscard]] inline thread_pool& default_pool() {
  static engine::program_pool only;
  return only.pool;
}

/// Runs `f` on the program's pool: `weir::go([] { ... });` For code that needs no pool of its own. As thread_pool::post: an exception from `f` ends
/// the program with its message; the answer is `accepted`, or `closed` at the end of the program. `f` may be followed by a std::stop_token and a
/// weir::context.
template <class F, class... Extras>
post_result go(F&& f, Extras&&... extras) {
  return default_pool().post(std::forward<F>(f), std::forward<Extras>(extras)...);
}

}  // namespace weir

#endif
