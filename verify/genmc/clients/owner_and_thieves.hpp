// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_CLIENTS_OWNER_AND_THIEVES_HPP
#define WEIR_VERIFY_GENMC_CLIENTS_OWNER_AND_THIEVES_HPP

#include <weir/policies/queue/storage/deque.hpp>
#include <weir/verify/support/check.hpp>

#include <cstddef>

namespace weir::verify::clients {

/// The owner of a deque pushes so many items and takes one after each push from the second on; each thief tries so often to take one.
template <class P, std::size_t Slots, int Thieves, int Items, int Tries>
struct owner_and_thieves {
  static constexpr int threads = 1 + Thieves;

  void thread(unsigned i) {
    if (i != 0) {
      for (int n = 0, out = 0; n != Tries; ++n)
        if (deque.steal(out)) ++taken[i][out].is;
      return;
    }
    for (int n = 0, out = 0; n != Items; ++n) {
      if (int mine = n; deque.push(mine)) pushed[n].is = 1;
      if (n != 0 && deque.pop(out)) ++taken[0][out].is;
    }
  }
  void finish() {
    for (int out = 0; deque.pop(out);) ++taken[0][out].is;
    for (int n = 0; n != Items; ++n) {
      int times = 0;
      for (const auto& by : taken) times += by[n].is;
      check<P>(times == pushed[n].is, "each item is taken once");
    }
    check<P>(deque.size() == 0, "an emptied deque says so");
  }

  struct count {
    int is = 0;
  };
  queue::deque<P, int, Slots> deque;
  count pushed[Items];
  count taken[1 + Thieves][Items];
};

}  // namespace weir::verify::clients

#endif
