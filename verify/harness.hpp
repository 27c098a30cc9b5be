// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_HARNESS_HPP
#define WEIR_VERIFY_HARNESS_HPP

#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/policy_claims.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/support/probes.hpp>

#include <type_traits>

namespace weir::verify {

/// The main function of a program that model-checks a pool type: `return weir::verify::verify<my::pool>(argc, argv);`, where my::pool is
/// a template over the platform, `template <class P> using pool = weir::pool<..., P>;`. Says which scenarios do not apply and why, runs
/// the others, and returns 0 only if all passed. --help says what it can be asked; --mutate-sites asks whether the scenarios would notice.
template <template <class> class Pool>
int verify(int argc, char** argv) {
  using pool = Pool<relacy>;
  static_assert(std::is_same_v<typename pool::platform_type, relacy>,
                "weir: the pool must be a template over its platform: template <class P> using pool = weir::pool<..., P>;");
  if (first_in_first_out<Pool<platform::native>>()) return run_claims<pool_claims<pool>, policy_claims<pool, true>>(argc, argv);
  return run_claims<pool_claims<pool>, policy_claims<pool, false>>(argc, argv);
}

}  // namespace weir::verify

#endif
