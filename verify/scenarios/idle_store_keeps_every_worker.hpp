// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_IDLE_STORE_KEEPS_EVERY_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_IDLE_STORE_KEEPS_EVERY_WORKER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/workers_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <algorithm>
#include <cstddef>

namespace weir::verify::scenarios {

/// Workers are pushed into the store, popped and removed, in every order of a few such steps. The pool's lock is around each, so one thread
/// is enough. The store must hold each worker that was pushed and not taken out, and pop the worker that its order promises.
///
///     remove(the middle one)      pop() -> the last one      pop() -> none, though the first one is there
template <class Workers, class P>
struct idle_store_keeps_every_worker {
  static constexpr const char* claim = "I13, I28: a store of idle workers gives each of them out once, in the order that it declares";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;  // none: the checker wants room for one
  static constexpr effort work{.random = 500, .pct3 = 0, .pct5 = 0, .bound = 0};

  using store = typename Workers::template on<P>;
  using hook = typename store::hook;

  void thread(unsigned) {
    if constexpr (!store::keeps) {
      check<P>(idle.pop() == nullptr, claim);
    } else {
      for (int n = 0; n != 7; ++n) step();
      while (count != 0) pop();
      check<P>(idle.pop() == nullptr, claim);
    }
  }

 private:
  void step() {
    const unsigned way = choose<P>(3);
    if (way == 0 && count != workers) {
      hook* fresh = workers_;
      while (std::count(inside, inside + count, fresh) != 0) ++fresh;
      idle.push(*fresh);
      inside[count++] = fresh;
    } else if (way == 1) {
      pop();
    } else if (count != 0) {
      const std::size_t which = choose<P>(static_cast<unsigned>(count));
      idle.remove(*inside[which]);
      forget(which);
    }
  }
  void pop() {
    hook* const given = idle.pop();
    check<P>((given == nullptr) == (count == 0), claim);
    if (given == nullptr) return;
    const auto which = static_cast<std::size_t>(std::find(inside, inside + count, given) - inside);
    check<P>(which != count, claim);
    if (store::order == reuse_order::newest_first) check<P>(which == count - 1, claim);
    if (store::order == reuse_order::oldest_first) check<P>(which == 0, claim);
    forget(which);
  }
  void forget(std::size_t which) {
    std::copy(inside + which + 1, inside + count, inside + which);
    --count;
  }

  static constexpr std::size_t workers = std::min(3U, most_workers<store>);
  store idle;
  hook workers_[workers];
  hook* inside[workers] = {};  // the oldest first
  std::size_t count = 0;
};

}  // namespace weir::verify::scenarios

#endif
