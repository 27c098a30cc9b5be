// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_PAUSE_VS_POST_ACROSS_SHARDS_HPP
#define WEIR_VERIFY_SCENARIOS_PAUSE_VS_POST_ACROSS_SHARDS_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/scenarios/two_shards.hpp>

namespace weir::verify::scenarios {

/// Two threads pause a multi_pool of two while a task of its second pool posts more than there is room for.
///
///     pauser: the first pool stands still; waits for the second
///     task of the second: waits for room in the first, which is paused
template <class Pool>
struct pause_vs_post_across_shards : stage<two_shards<Pool>, 4> {
  static constexpr const char* claim = "I19, I21: a multi_pool can be paused while its tasks post to it";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      this->accepted[0] = (*this->pool)[1].try_post([this] {
        ++this->ran[0].write();
        for (unsigned n = 1; n != 4; ++n) this->post(n);
      }) == post_result::accepted;
    }
    const auto guards = this->pool->pause();
    static_cast<void>(this->ran[0].read());
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
