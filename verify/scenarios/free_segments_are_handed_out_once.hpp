// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FREE_SEGMENTS_ARE_HANDED_OUT_ONCE_HPP
#define WEIR_VERIFY_SCENARIOS_FREE_SEGMENTS_ARE_HANDED_OUT_ONCE_HPP

#include <weir/policies/queue/storage/segment_store.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <array>
#include <cstdint>

namespace weir::verify::scenarios {

/// One thread takes a segment while another takes two and gives the first of them back: the free list's top is the same again,
/// but what lies below it is not. And both may make a segment blank meanwhile. In the end each is free or has one owner.
template <class P>
struct free_segments_are_handed_out_once {
  static constexpr const char* claim = "I6, I27: the free list gives a segment to one owner at a time";
  static constexpr int threads = 2;
  static constexpr int spawned = 0;

  struct label {
    typename P::template atomic<std::uint64_t> next;
  };
  struct segment {
    typename P::template cell<int> owners;
    bool left() const { return true; }
    void blank() { owners.write() = 0; }
  };
  using store_type = queue::segment_store<P, label, segment, 2>;

  void before() {
    std::array<std::uint64_t, 3> ids{};
    for (auto& id : ids) id = store.acquire();
    for (auto id : ids) store.release(id);
  }
  void thread(unsigned i) {
    if (i == 0) store.trim();
    const std::uint64_t first = take();
    take();
    if (i == 1) {
      give(first);
      take();
      store.trim();
    }
  }
  void finish() {
    for (int n = 0; n != 3; ++n) take();
  }
  std::uint64_t take() {
    const std::uint64_t id = store.acquire();
    check<P>(++store[id].segment.owners.write() == 1, claim);
    return id;
  }
  void give(std::uint64_t id) {
    check<P>(--store[id].segment.owners.write() == 0, claim);
    store.release(id);
  }

  store_type store;
};

}  // namespace weir::verify::scenarios

#endif
