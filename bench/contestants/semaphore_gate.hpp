// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_SEMAPHORE_GATE_HPP
#define WEIR_BENCH_CONTESTANTS_SEMAPHORE_GATE_HPP

#include <cstddef>
#include <utility>

#include "bench/contestants/places.hpp"

namespace weir::bench {

/// Back-pressure for a pool that has none. A task frees its place when it starts, as it
/// would leave a queue.
template <class Pool>
class semaphore_gate : public Pool {
 public:
  semaphore_gate(unsigned workers, std::size_t room) : Pool(workers), free_(static_cast<unsigned>(room)) {}

  template <class F>
  void post(F f) {
    free_.take();
    Pool::post([this, f = std::move(f)] {
      free_.give_back();
      f();
    });
  }

 private:
  places free_;
};

}  // namespace weir::bench

#endif
