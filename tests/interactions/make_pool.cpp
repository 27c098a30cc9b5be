// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/any_pool.hpp"

#include <array>
#include <utility>

namespace weir::interactions {

/// Defined in kind_types.hpp, and instantiated in kinds_*.cpp.
template <class P, std::size_t N>
std::unique_ptr<any_pool<P>> make_kind(const options& o);

template <class P>
std::unique_ptr<any_pool<P>> make_pool(std::size_t kind, const options& o) {
  using maker = std::unique_ptr<any_pool<P>> (*)(const options&);
  constexpr auto all = []<std::size_t... N>(std::index_sequence<N...>) {
    return std::array<maker, sizeof...(N)>{&make_kind<P, N>...};
  }(std::make_index_sequence<kinds.size()>());
  return all.at(kind)(o);
}
template std::unique_ptr<any_pool<virtual_threads>> make_pool(std::size_t, const options&);
template std::unique_ptr<any_pool<real_threads>> make_pool(std::size_t, const options&);

}  // namespace weir::interactions
