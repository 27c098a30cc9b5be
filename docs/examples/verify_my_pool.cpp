// SPDX-License-Identifier: Apache-2.0
// Model-checks a pool with a policy of one's own in it: the shipped code and yours, over a platform that tries schedules.
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

/// One submitter at a time waits for room.
struct one_waits {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::wait;
    static constexpr bool admits(std::size_t waiting) noexcept { return waiting == 0; }
  };
};

int main(int argc, char** argv) {
  using my_pool = weir::pool<weir::queue::bounded<1>, one_waits, weir::verify::relacy>;
  return weir::verify::run_claims<weir::verify::pool_claims<my_pool>>(argc, argv);
}
