// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_REGIONS_KEEP_THEIR_LIMIT_HPP
#define WEIR_VERIFY_SCENARIOS_REGIONS_KEEP_THEIR_LIMIT_HPP

#include <weir/blocking_region.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two workers meet in blocking regions, and the options allow one worker more than the capacity of one. The second task may be
/// queued, or its submitter may wait, before the first region begins; a third task waits until one of the two has ended.
template <class Pool>
struct regions_keep_their_limit : stage<Pool, 3> {
  static constexpr const char* claim = "I1: blocking regions bring no more workers than the options allow";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1, .extra_workers = 1}); }
  void thread(unsigned) {
    for (unsigned n : {0u, 1u}) {
      this->accepted[n] = this->pool->post([this, n] {
        blocking_region(*this->pool, [this, n] {
          arrived[n].open();
          arrived[1 - n].pass();
          check<P>(this->pool->stats().workers <= 2, claim);
        });
        ++this->ran[n].write();
      }) == post_result::accepted;
    }
    this->post(2);
  }
  void finish() {
    this->pool->wait_idle();
    const stats now = this->pool->stats();
    check<P>(now.workers <= 1 && now.blocked == 0, "I1: the further worker leaves after the region");
    check<P>(now.peak_workers <= 2, claim);
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

 private:
  std::array<gate<P>, 2> arrived;
};

}  // namespace weir::verify::scenarios

#endif
