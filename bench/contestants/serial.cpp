// SPDX-License-Identifier: Apache-2.0
/// No pool: what one thread needs.
#include <cstddef>
#include <type_traits>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class serial : public contestant {
 public:
  static constexpr bool forks = true;
  static constexpr bool forks_have_results = true;

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
  [[gnu::always_inline]] static auto both(serial& here, F f, G g) {
    if constexpr (std::is_void_v<decltype(f(here))>) {
      f(here);
      g(here);
    } else {
      return std::pair{f(here), g(here)};
    }
  }
  template <class F>
  static void each(serial& here, int n, F f) {
    for (int i = 0; i != n; ++i) f(here, i);
  }
};

const enrol<serial, fork_and_join> entry{"serial", "no pool: one thread"};

}  // namespace
}  // namespace weir::bench
