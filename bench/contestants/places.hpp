// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTESTANTS_PLACES_HPP
#define WEIR_BENCH_CONTESTANTS_PLACES_HPP

#include <semaphore.h>  // POSIX: libstdc++ 12's std::counting_semaphore can miss a wake-up (its bug 104928)

namespace weir::bench {

/// Keeps the number of tasks of a pool that has no limit of its own: what its users put in front of it. It is not destroyed by sem_destroy(),
/// which does nothing on Linux: the pool may end after it, with tasks that give their places back.
class places {
 public:
  explicit places(unsigned most) noexcept { ::sem_init(&free_, 0, most); }
  places(const places&) = delete;

  /// Waits until there is one.
  void take() noexcept {
    while (::sem_wait(&free_) != 0) {
    }
  }
  void give_back() noexcept { ::sem_post(&free_); }

 private:
  ::sem_t free_;
};

}  // namespace weir::bench

#endif
