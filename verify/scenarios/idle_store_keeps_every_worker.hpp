// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_IDLE_STORE_KEEPS_EVERY_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_IDLE_STORE_KEEPS_EVERY_WORKER_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/workers_policy.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

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
  static constexpr effort work{.surw = 500, .pct3 = 0, .bound = 0};

  using store = typename Workers::template on<P>;
  using hook = typename store::hook;

  void thread(unsigned) {
    if constexpr (!store::keeps) {
      expect(idle.pop() == nullptr, "I28: pop() of a store that keeps no worker gives none");
    } else {
      for (int n = 0; n != 7; ++n) step();
      while (count != 0) pop();
      pop();
    }
  }

 private:
  void step() {
    const unsigned way = choose<P>(3);
    if (way == 0 && count != workers) {
      hook* fresh = workers_;
      while (std::count(inside, inside + count, fresh) != 0) ++fresh;
      note("push", fresh);
      idle.push(*fresh);
      inside[count++] = fresh;
    } else if (way == 1) {
      pop();
    } else if (count != 0) {
      const std::size_t which = choose<P>(static_cast<unsigned>(count));
      note("remove", inside[which]);
      idle.remove(*inside[which]);
      forget(which);
    }
  }
  void pop() {
    tell_calls<P>((calls + ", pop").c_str());
    hook* const given = idle.pop();
    note("pop", given);
    expect(given == nullptr || std::count(inside, inside + count, given) != 0,
           "I28: pop() gives a worker that is not in the store: it was given out or removed before, or never pushed");
    expect(given != nullptr || count == 0, "I28: pop() gives none, though a worker is in the store: it is lost");
    if (given == nullptr) return;
    const auto which = static_cast<std::size_t>(std::find(inside, inside + count, given) - inside);
    expect(store::order != reuse_order::newest_first || which == count - 1,
           "I13: pop() is out of order: `order` is newest_first, and this is not the newest");
    expect(store::order != reuse_order::oldest_first || which == 0,
           "I13: pop() is out of order: `order` is oldest_first, and this is not the oldest");
    forget(which);
  }
  void forget(std::size_t which) {
    std::copy(inside + which + 1, inside + count, inside + which);
    --count;
  }
  void note(const char* call, const hook* worker) {
    std::string letter = worker == nullptr ? "none" : "what is no worker";
    for (std::size_t i = 0; i != workers; ++i)
      if (worker == &workers_[i]) letter = static_cast<char>('A' + i);
    calls += (calls.empty() ? "" : ", ") + std::string(call) + (call[1] == 'o' ? " -> " : " ") + letter;
    tell_calls<P>(calls.c_str());
  }
  void expect(bool holds, const char* what) {
    if (!holds) check<P>(false, (std::string(what) + "; after " + calls).c_str());
  }

  static constexpr std::size_t workers = std::min(3U, most_workers<store>);
  store idle;
  hook workers_[workers];
  hook* inside[workers] = {};  // the oldest first
  std::size_t count = 0;
  std::string calls;
};

}  // namespace weir::verify::scenarios

#endif
