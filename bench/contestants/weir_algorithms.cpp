// SPDX-License-Identifier: Apache-2.0
/// weir's parallel algorithms on a `weir::thread_pool`: `for_each_index` and `invoke`. The caller works too, so the pool has a worker less.
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/thread_pool.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class weir_algorithms : public contestant {
 public:
  static constexpr bool forks = true;

  explicit weir_algorithms(unsigned workers) : pool_({.capacity = std::max(1u, workers - 1)}) {}

  template <class F>
  void loop(std::size_t n, F f) {
    weir::for_each_index(pool_, std::size_t{0}, n, f);
  }
  template <class F>
  void enter(F f) {
    weir::invoke(pool_, [&](auto& here) { f(here); });
  }
  template <class Where, class F, class G>
  static void both(Where& where, F f, G g) {
    weir::invoke(where, std::move(f), std::move(g));
  }
  template <class Where, class F>
  static void each(Where& where, int n, F f) {
    weir::for_each_index(where, 0, n, f);
  }

 private:
  weir::thread_pool pool_;
};

const enrol<weir_algorithms, fork_and_join> entry{"weir_algorithms", "weir::for_each_index, weir::invoke"};

}  // namespace
}  // namespace weir::bench
