// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_READY_LISTS_HPP
#define WEIR_ENGINE_READY_LISTS_HPP

#include <weir/engine/frame_cache.hpp>
#include <weir/engine/frame_depot.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/ready_list.hpp>
#include <weir/platform/cache_line.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace weir::engine {

/// What the carriers of light workers ask their pool for.
template <class P>
class light_carrier : public light_host<P> {
 public:
  /// The turn itself.
  virtual void carry(light_worker<P>& w) = 0;
  /// Gives back a little memory that the pool's queue keeps for later. False: there is none to give.
  virtual bool trim() noexcept = 0;

 protected:
  light_carrier() = default;
  ~light_carrier() = default;
};

/// One turn of a light worker: what carriers have for tasks.
template <class P>
class turn_of {
 public:
  turn_of() noexcept = default;
  explicit turn_of(light_worker<P>& w) noexcept : worker_(&w) {}
  turn_of(turn_of&& other) noexcept : worker_(std::exchange(other.worker_, nullptr)) {}
  turn_of& operator=(turn_of&& other) noexcept {
    worker_ = std::exchange(other.worker_, nullptr);
    return *this;
  }
  ~turn_of() = default;

  void operator()() { static_cast<light_carrier<P>&>(worker_->host()).carry(*worker_); }
  void reset() noexcept { worker_ = nullptr; }
  [[nodiscard]] explicit operator bool() const noexcept { return worker_ != nullptr; }

 private:
  light_worker<P>* worker_ = nullptr;
};

/// The carriers' queue: a ready list for each of them. A worker is always in the same one, so that carriers seldom meet at a lock. Each
/// looks into its own list first and into the others when there is nothing in it; and first into another one now and then, so that
/// nobody waits for long for a carrier that some task holds.
template <class P, class Task>
class ready_lists {
 public:
  using time_point = typename P::clock::time_point;
  static constexpr bool bounded = false;

  /// Each carrier's own.
  struct seat {
    frame_cache<P> frames;
    unsigned own = 0;
    unsigned turns = 0;
  };

  /// Throws std::bad_alloc.
  ready_lists(light_carrier<P>& host, unsigned carriers, unsigned workers)
      : host_(host), neighbours_(std::clamp(workers / carriers, 1u, 16u)), count_(carriers), lists_(carriers) {
    for (ready_list<P>& each : lists_) each.host = &host;
  }
  /// Where the worker of that number belongs. Those that follow each other, and lie side by side in memory, mostly have the same.
  [[nodiscard]] ready_list<P>& home(unsigned number) noexcept { return lists_[number / neighbours_ % count_]; }

  void prepare(seat& mine, unsigned number) noexcept {
    mine.frames.share(depot_);
    mine.own = number % count_;
  }
  void join(seat&) noexcept {}
  bool try_pop(Task& out, seat& mine) noexcept {
    const bool as_usual = ++mine.turns % turns_between_others != 0;
    const unsigned from = as_usual ? mine.own : mine.turns / turns_between_others;
    for (unsigned n = 0; n != count_; ++n) {
      if (light_worker<P>* w = lists_[(from + n) % count_].pop()) {
        out = Task(*w);
        return true;
      }
    }
    return false;
  }
  bool ready() noexcept { return std::ranges::any_of(lists_, &ready_list<P>::ready); }
  bool empty() const noexcept { return std::ranges::all_of(lists_, &ready_list<P>::empty); }
  std::size_t size() const noexcept {
    std::size_t sum = 0;
    for (const ready_list<P>& each : lists_) sum += each.size();
    return sum;
  }
  void close() noexcept {}
  void reopen() noexcept {}
  bool trim() noexcept { return host_.trim(); }
  time_point next_due() noexcept {
    auto next = time_point::max();
    for (ready_list<P>& each : lists_) next = std::min(next, each.next_due());
    return next;
  }

 private:
  static constexpr unsigned turns_between_others = 32;

  light_carrier<P>& host_;
  const unsigned neighbours_;
  const unsigned count_;
  std::vector<ready_list<P>> lists_;
  alignas(platform::cache_line) frame_depot<P> depot_;  // apart from what each carrier reads at each turn
};

/// They as the policy that the carriers' engine asks for.
struct ready_queue {
  template <class P, class Task>
  using on = ready_lists<P, Task>;
};

}  // namespace weir::engine

#endif
