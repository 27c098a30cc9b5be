// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FULL_POOL_DROPS_HPP
#define WEIR_VERIFY_SCENARIOS_FULL_POOL_DROPS_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// For blocking policies that drop tasks, whatever the room: a paused pool is filled, and two threads post twice and find it full. Each post
/// drops a task; the policy handles two at the same time.
///
///     one post: discard(a task) -> how many so far? 0       the other: discard(another) -> how many so far? 0
template <class Pool>
struct full_pool_drops : stage<Pool, 4> {
  static constexpr const char* claim = "I2, I22: a full pool drops a task for each post, the policy is given each once, and all others run";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr effort work{.bound = 1};

  struct filler {
    full_pool_drops* s;
    explicit filler(full_pool_drops* scenario) : s(scenario) {}
    filler(filler&& other) noexcept : s(std::exchange(other.s, nullptr)) {}
    ~filler() {
      if (s != nullptr) s->gone.fetch_add(1, std::memory_order_relaxed);
    }
    void operator()() const { s->filled_ran.fetch_add(1, std::memory_order_relaxed); }
  };

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 0) {
      held.emplace(this->pool->pause());
      while (filled != most && this->pool->try_post(filler(this)) == post_result::accepted) ++filled;
      already_gone = gone.load(std::memory_order_relaxed);
      full.open();
    } else {
      full.pass();
    }
    for (const std::size_t n : {2 * i, 2 * i + 1}) {
      const post_result r = this->pool->post(this->task(n));
      check<P>(r == (this->drops_accepted || filled == most ? post_result::accepted : post_result::discarded), claim);
      this->accepted[n] = r == post_result::accepted;
    }
  }
  void finish() {
    const std::uint64_t dropped = heard_drops<P>::read();
    check<P>(filled == most || (this->drops_accepted ? dropped >= 4 : dropped == 4), claim);
    held.reset();
    this->pool->wait_idle();
    this->pool->shutdown();
    this->pool->join();
    const unsigned ran = filled_ran.load(std::memory_order_relaxed);
    std::uint64_t posts = 0;
    for (const auto& each : this->ran) {
      check<P>(each.read() <= 1, claim);
      posts += static_cast<std::uint64_t>(each.read());
    }
    const std::uint64_t accepted = filled + (this->drops_accepted || filled == most ? 4 : 0);
    check<P>(ran <= filled, claim);
    check<P>(ran + posts + dropped >= accepted && ran + posts <= accepted + dropped, claim);
    this->pool.reset();
    check<P>(gone.load(std::memory_order_relaxed) - already_gone == filled, "I22: each task's captures are destroyed, once");
  }

  using P = typename Pool::platform_type;
  static constexpr unsigned most = 16;  // with more room than this nothing is dropped
  unsigned filled = 0;
  unsigned already_gone = 0;
  typename P::template atomic<unsigned> gone, filled_ran;
  gate<P> full;
  std::optional<decltype(std::declval<Pool&>().pause())> held;
};

}  // namespace weir::verify::scenarios

#endif
