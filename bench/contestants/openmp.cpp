// SPDX-License-Identifier: Apache-2.0
/// OpenMP's dynamic loop and its tasks, in a team of `workers` threads, the caller among them. Left out where the compiler has no OpenMP.
#ifdef _OPENMP
#include <cstddef>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class openmp : public contestant {
 public:
  static constexpr bool forks = true;

  explicit openmp(unsigned workers) : workers_(static_cast<int>(workers)) {}

  template <class F>
  void loop(std::size_t n, F f) {
#pragma omp parallel for schedule(dynamic) num_threads(workers_)
    for (std::size_t i = 0; i < n; ++i) f(i);
  }
  template <class F>
  void enter(F f) {
#pragma omp parallel num_threads(workers_)
#pragma omp single
    f(*this);
  }
  template <class F, class G>
  static void both(openmp& here, F f, G g) {
#pragma omp task shared(here, g)
    g(here);
    f(here);
#pragma omp taskwait
  }
  template <class F>
  static void each(openmp& here, int n, F f) {
    for (int i = 0; i != n; ++i) {
#pragma omp task shared(here, f) firstprivate(i)
      f(here, i);
    }
#pragma omp taskwait
  }

 private:
  int workers_;
};

const enrol<openmp, fork_and_join> entry{"openmp", "OpenMP: a dynamic loop, tasks"};

}  // namespace
}  // namespace weir::bench
#endif
