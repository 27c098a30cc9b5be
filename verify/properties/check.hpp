// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_CHECK_HPP
#define WEIR_VERIFY_PROPERTIES_CHECK_HPP

#include <weir/platform/native.hpp>
#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/properties/pool_as_any.hpp>
#include <weir/verify/properties/traits_of.hpp>

namespace weir::properties {

/// Random programs and random stories on one kind of pool. 0 if none found a fault; RC_PARAMS="seed=N", of the N that is printed, repeats
/// what failed, and another N is other programs.
int check(const combination& pool);

}  // namespace weir::properties

namespace weir::verify {

/// The main function of a program that tries to refute a pool type in simulated time. `Pool` is a template over the platform; `name`
/// stands in what the program prints.
template <template <class> class Pool>
int check_properties(const char* name) {
  using simulated_pool = Pool<simulated>;
  return properties::check({name, properties::traits_of<simulated_pool, Pool<platform::native>>(), &properties::make<simulated_pool>});
}

}  // namespace weir::verify

#endif
