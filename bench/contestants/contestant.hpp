// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_CONTESTANT_HPP
#define WEIR_BENCH_CONTESTANTS_CONTESTANT_HPP

#include <concepts>
#include <cstddef>

#include "bench/support/tally.hpp"

namespace weir::bench {

/// What a contestant is able to do at all; a workload that needs more leaves it out.
struct abilities {
  bool any_backlog = true;    ///< takes any number of tasks, also from inside a task, and never blocks
  bool cheap_tasks = true;    ///< a task costs less than a thread, so millions of them make sense
  bool inside_tasks = true;   ///< a task may post
  bool always_queues = true;  ///< a post never runs a task itself
};

/// What most contestants share. One contestant is one class with
///
/// | expression        | meaning                                                                                        |
/// |-------------------|------------------------------------------------------------------------------------------------|
/// | `C c(workers)`    | a pool of so many workers                                                                      |
/// | `~C()`            | ends its threads; every task has finished by then                                              |
/// | `c.post(f)`       | runs `f()` later on a worker; callable from any producer and, if able, from inside a task      |
/// | `c.run(f)`        | runs `f()` on a worker and gives its result back, in the way this contestant's users would     |
/// | `c.produce(body)` | runs `body()` here; every producer posts inside one (some peers want their callers registered) |
/// | `c.wait(tally)`   | waits until all has finished, in the way this contestant's users would                         |
/// | `C::can`          | its abilities                                                                                  |
/// | `C::bounded`      | optional: its form with a bounded queue, `bounded(workers, room)`, whose `post` blocks         |
/// | `C::sleepers`     | optional: its form for tasks that wait, `sleepers(most, threads)`; `post_nap(n)` posts a task  |
/// |                   | that calls `n.begin()`, waits for `nap::length` and hands `n.end()` what it got; at most `most` |
/// |                   | wait at a time                                                                                 |
/// | `c.loop(n, f)`    | optional: `f(i)` for each `i < n`, returns when all have ended                                  |
/// | `c.enter(body)`   | optional: `body(where)`; with `C::both(where, f, g)`, which calls `f(where)` and `g(where)`, and |
/// |                   | `C::each(where, n, f)`, which calls `f(where, i)`; both possibly at once, and return at the end |
/// | `c.resize(n)`     | optional: at most `n` workers from now on; `c.workers()` says how many there are               |
///
/// One file each: `contestants/NAME.cpp` derives from this, and ends with `enrol<NAME>`. The file is all there is to add.
class contestant {
 public:
  static constexpr abilities can{};
  static constexpr bool forks = false;  ///< has enter(), both() and each()

  contestant() = default;
  contestant(const contestant&) = delete;
  contestant& operator=(const contestant&) = delete;

  template <std::invocable Body>
  void produce(Body body) {
    body();
  }
  void wait(tally& all) { all.wait(); }
};

template <class C>
concept has_bounded_form = std::constructible_from<typename C::bounded, unsigned, std::size_t>;

template <class C>
concept has_sleepers = std::constructible_from<typename C::sleepers, unsigned, unsigned>;

template <class C>
concept has_loop = requires(C c) { c.loop(1, [](std::size_t) {}); };

template <class C>
concept has_forks = C::forks;

template <class C>
concept can_be_resized = requires(C c, unsigned workers) {
  c.resize(workers);
  { c.workers() } -> std::convertible_to<std::size_t>;
};

}  // namespace weir::bench

#endif
