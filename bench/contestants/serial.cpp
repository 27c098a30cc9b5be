// SPDX-License-Identifier: Apache-2.0
/// No pool: what one thread needs.
#include <cstddef>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class serial : public contestant {
 public:
  static constexpr bool forks = true;

  explicit serial(unsigned) {}

  template <class F>
  void loop(std::size_t n, F f) {
    for (std::size_t i = 0; i != n; ++i) f(i);
  }
  template <class F>
  void enter(F f) {
    f(*this);
  }
  template <class F, class G>
  static void both(serial& here, F f, G g) {
    f(here);
    g(here);
  }
  template <class F>
  static void each(serial& here, int n, F f) {
    for (int i = 0; i != n; ++i) f(here, i);
  }
};

const enrol<serial, fork_and_join> entry{"serial", "no pool: one thread"};

}  // namespace
}  // namespace weir::bench
