// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_GO_HPP
#define WEIR_GO_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/platform/report.hpp>
#include <weir/thread_pool.hpp>

#include <exception>
#include <utility>

namespace weir {

namespace engine {

/// The program's pool of a type. It ends when static objects are destroyed, but its memory stays valid: later posts are still answered.
template <class Pool>
struct program_pool {
  union {
    Pool pool;
  };
  program_pool() : pool({.name = "weir::go"}) {}
  program_pool(const program_pool&) = delete;
  program_pool& operator=(const program_pool&) = delete;
  ~program_pool() {
    if (!pool.is_in_this_process()) return;
    pool.shutdown();
    if (task_frame<typename Pool::platform_type>::inside(&pool, sizeof(pool))) return;  // a task called exit(), and cannot wait for itself
    try {
      pool.join();
    } catch (...) {
      platform::report(std::current_exception(), "no call waited for the pool, and the program ends", pool.name());
    }
  }
};

}  // namespace engine

/// The pool of weir::go(), made at the first call: a weir::thread_pool with weir::processors() workers at most. `default_pool<Pool>()` is the
/// program's pool of another type, which is made of options: with presets::gopool<> it is gopool's default pool, with up to 10 000 workers, where a
/// task that throws is logged. Its name is "weir::go". A program that does not call it has no such pool; no thread is started before the first task.
///
/// **At the end of the program**, when main has returned or exit() was called, static objects are destroyed in the reverse order of their
/// construction. The pool is destroyed before all that were made before its first use: it refuses new tasks (`closed`), runs all that it had
/// accepted, waits for them, and ends its threads; a light pool's carriers become idle. So a task may use any static object that was made before the
/// pool, and a task that never ends keeps the program from ending. An exception that panic::rethrow_at_wait kept is printed to standard error. When a
/// task calls exit() itself, the pool does not wait, and the other tasks may be cut off. std::quick_exit and std::_Exit run nothing. Posts after the
/// end are answered `closed`.
template <class Pool = thread_pool>
[[nodiscard]] Pool& default_pool() {
  static engine::program_pool<Pool> only;
  return only.pool;
}

/// Runs `f` on the program's pool: `weir::go([] { ... });` For code that needs no pool of its own. As thread_pool::post: an exception from `f` ends
/// the program with its message; the answer is `accepted`, or `closed` at the end of the program. `f` may be followed by a std::stop_token and a
/// weir::context. Tasks that wait for each other need a pool with a worker for each of them, such as `weir::go<presets::gopool<>>(f)`.
template <class Pool = thread_pool, class F, class... Extras>
post_result go(F&& f, Extras&&... extras) {
  return default_pool<Pool>().post(std::forward<F>(f), std::forward<Extras>(extras)...);
}

}  // namespace weir

#endif
