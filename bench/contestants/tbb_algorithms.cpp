// SPDX-License-Identifier: Apache-2.0
/// oneTBB's `parallel_for` and `parallel_invoke` in an arena of `workers` threads, the caller among them.
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class tbb_algorithms : public contestant {
 public:
  static constexpr bool forks = true;

  explicit tbb_algorithms(unsigned workers) : arena_(static_cast<int>(workers)) {}

  template <class F>
  void loop(std::size_t n, F f) {
    arena_.execute([&] { tbb::parallel_for(std::size_t{0}, n, f); });
  }
  template <class F>
  void enter(F f) {
    arena_.execute([&] { f(arena_); });
  }
  template <class F, class G>
  static void both(tbb::task_arena& arena, F f, G g) {
    tbb::parallel_invoke([&] { f(arena); }, [&] { g(arena); });
  }
  template <class F>
  static void each(tbb::task_arena& arena, int n, F f) {
    tbb::parallel_for(0, n, [&](int i) { f(arena, i); });
  }

 private:
  tbb::task_arena arena_;
};

const enrol<tbb_algorithms, fork_and_join> entry{"tbb_algorithms", "oneTBB parallel_for, parallel_invoke"};

}  // namespace
}  // namespace weir::bench
