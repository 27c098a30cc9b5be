// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SEGMENTS_STAND_ASIDE_UNTIL_LEFT_HPP
#define WEIR_VERIFY_SCENARIOS_SEGMENTS_STAND_ASIDE_UNTIL_LEFT_HPP

#include <weir/policies/queue/storage/segment_store.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace weir::verify::scenarios {

/// Two segments are given back while a thread is still inside the first: no other thread gets that one before the thread has left it, and
/// in the end both are there.
template <class P>
struct segments_stand_aside_until_left {
  static constexpr const char* claim = "I6, I27: a segment that is given back is used again once everybody has left it, and none is lost";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  struct label {
    typename P::template atomic<std::uint64_t> next;
  };
  struct segment {
    typename P::template atomic<int> inside;
    typename P::template cell<int> content;
    bool left() const noexcept { return inside.load(std::memory_order_acquire) == 0; }
    void blank() noexcept {}
  };
  using store_type = queue::segment_store<P, label, segment, 2>;

  void before() {
    for (auto& id : ids) id = store.acquire();
    store[ids[0]].segment.inside.store(1, std::memory_order_relaxed);
  }
  void thread(unsigned i) {
    if (i == 2) {
      auto& mine = store[ids[0]].segment;
      mine.content.write() = 1;
      mine.inside.store(0, std::memory_order_release);
    } else {
      store.release(ids[i]);
      if (i == 0) use(highest[i]);
    }
  }
  void finish() {
    use(highest[2]);  // whose release finds gone who was inside
    const std::uint64_t made = 1 + *std::ranges::max_element(highest);
    for (std::uint64_t n = 0; n != made; ++n) check<P>(store.acquire() < made, claim);
  }
  void use(std::uint64_t& number) {
    const std::uint64_t id = store.acquire();
    store[id].segment.content.write() = 2;
    number = std::max(number, id);
    store.release(id);
  }

  std::array<std::uint64_t, 2> ids{};
  std::array<std::uint64_t, 3> highest{1, 1, 1};  // of a segment that this thread knows of
  store_type store;
};

}  // namespace weir::verify::scenarios

#endif
