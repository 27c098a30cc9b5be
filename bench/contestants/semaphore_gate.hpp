// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_SEMAPHORE_GATE_HPP
#define WEIR_BENCH_CONTESTANTS_SEMAPHORE_GATE_HPP

#include <semaphore.h>  // POSIX: libstdc++ 12's std::counting_semaphore can miss a wake-up (its bug 104928)

#include <cstddef>
#include <utility>

namespace weir::bench {

/// Back-pressure for a pool that has none: what its users put in front of it. A task frees its place when it starts, as it
/// would leave a queue.
template <class Pool>
class semaphore_gate : public Pool {
 public:
  semaphore_gate(unsigned workers, std::size_t room) : Pool(workers) { ::sem_init(&places_, 0, static_cast<unsigned>(room)); }

  template <class F>
  void post(F f) {
    while (::sem_wait(&places_) != 0) {
    }
    Pool::post([this, f = std::move(f)] {
      ::sem_post(&places_);
      f();
    });
  }

 private:
  ::sem_t places_;
};

}  // namespace weir::bench

#endif
