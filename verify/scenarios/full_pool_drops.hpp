// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FULL_POOL_DROPS_HPP
#define WEIR_VERIFY_SCENARIOS_FULL_POOL_DROPS_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// For blocking policies that drop tasks, whatever the room: a paused pool is filled, and two posts at once find it full. Each drops a
/// task; the policy handles both at the same time.
///
///     one post: discard(a task) -> how many so far? 0       the other: discard(another) -> how many so far? 0
template <class Pool>
struct full_pool_drops : stage<Pool, 2> {
  static constexpr const char* claim = "I2, I22: a full pool drops a task for each post, the policy is given each once, and all others run";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr effort work{.pct5 = 0, .bound = 1};

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
    const post_result r = this->pool->post(this->task(i));
    check<P>(r == (this->drops_accepted || filled == most ? post_result::accepted : post_result::discarded), claim);
    this->accepted[i] = r == post_result::accepted;
  }
  void finish() {
    const std::uint64_t dropped = heard_drops<P>::read();
    check<P>(filled == most || (this->drops_accepted ? dropped >= 2 : dropped == 2), claim);
    held.reset();
    this->pool->wait_idle();
    this->pool->shutdown();
    this->pool->join();
    const unsigned ran = filled_ran.load(std::memory_order_relaxed);
    const auto posts = static_cast<std::uint64_t>(this->ran[0].read() + this->ran[1].read());
    const std::uint64_t accepted = filled + (this->drops_accepted || filled == most ? 2 : 0);
    check<P>(this->ran[0].read() <= 1 && this->ran[1].read() <= 1 && ran <= filled, claim);
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
