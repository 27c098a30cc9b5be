// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_POOLS_OF_HPP
#define TESTS_PROPERTIES_POOLS_OF_HPP

#include <weir/pool.hpp>
#include <weir/verify/pool/every_policy.hpp>
#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/properties/pool_as_any.hpp>
#include <weir/verify/properties/traits_of.hpp>

#include "tests/properties/covering.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir::properties {

template <class... Policies>
struct adds {
  static void to(std::vector<combination>& all) {
    using simulated_pool = pool<Policies..., simulated>;
    combination c{.name = {}, .is = traits_of<simulated_pool, pool<Policies...>>(), .make = &make<simulated_pool>};
    ((c.name += (c.name.empty() ? "" : "__") + std::string(verify::policy_name<Policies>)), ...);
    c.is.tells = (std::is_same_v<Policies, panic::call<covering::hear>> || ...);
    all.push_back(std::move(c));
  }
};

template <auto Row>  // a covering::row
void add_row(std::vector<combination>& to) {
  verify::row_of<adds, Row, covering::lists>::type::to(to);
}

}  // namespace weir::properties

#endif
