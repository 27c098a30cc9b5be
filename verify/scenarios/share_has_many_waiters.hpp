// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_HAS_MANY_WAITERS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_HAS_MANY_WAITERS_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// Two threads wait for a share whose pool is stopped meanwhile. Either may run what is left, and each must hear of the end.
template <class Pool>
struct share_has_many_waiters : stage<Pool, 3> {
  static constexpr const char* claim = "I3, I9: each wait for a share ends, whichever thread runs its last task, and not before";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    part.emplace(*this->pool, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = this->pool->stop().size();
      return part->wait_idle();
    }
    for (std::size_t n = 0; n != 3; ++n) this->accepted[n] = part->post(noted{this, n}) == post_result::accepted;
    part->wait_idle();
    for (std::size_t n = 0; n != 3; ++n) check<P>(gone[n].read() == 1, claim);
  }
  void finish() {
    part.reset();
    check<P>(this->accepted_not_run(claim) == handed_back, claim);
    this->pool->join();
    this->pool.reset();
  }

  using P = typename Pool::platform_type;
  /// Notes that it ran, and that it is gone: run, handed back, or refused.
  struct noted {
    share_has_many_waiters* of;
    std::size_t n;
    noted(share_has_many_waiters* s, std::size_t i) noexcept : of(s), n(i) {}
    noted(noted&& other) noexcept : of(std::exchange(other.of, nullptr)), n(other.n) {}
    ~noted() {
      if (of != nullptr) ++of->gone[n].write();
    }
    void operator()() const { ++of->ran[n].write(); }
  };
  std::optional<share<Pool>> part;
  std::array<typename P::template cell<int>, 3> gone{};
  std::size_t handed_back = 0;
};

}  // namespace weir::verify::scenarios

#endif
