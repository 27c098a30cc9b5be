// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_CARRIER_QUEUE_HPP
#define WEIR_ENGINE_COROUTINE_CARRIER_QUEUE_HPP

#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/frame_depot.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/platform/cache_line.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace weir::engine {

/// What the carriers of light workers ask their pool for.
template <class P>
class carrier_host : public resumer<P> {
 public:
  /// The turn itself.
  virtual void carry(resumable<P>& w) = 0;
  /// Gives back a little memory that the pool's queue keeps for later. False: there is none to give.
  virtual bool trim() noexcept = 0;

 protected:
  carrier_host() = default;
  ~carrier_host() = default;
};

/// One turn of a light worker: what carriers have for tasks.
template <class P>
class resumption {
 public:
  resumption() noexcept = default;
  explicit resumption(resumable<P>& w) noexcept : worker_(&w) {}
  resumption(resumption&& other) noexcept : worker_(std::exchange(other.worker_, nullptr)) {}
  resumption& operator=(resumption&& other) noexcept {
    worker_ = std::exchange(other.worker_, nullptr);
    return *this;
  }
  ~resumption() = default;

  void operator()() { static_cast<carrier_host<P>&>(worker_->host()).carry(*worker_); }
  void reset() noexcept { worker_ = nullptr; }
  [[nodiscard]] explicit operator bool() const noexcept { return worker_ != nullptr; }

 private:
  resumable<P>* worker_ = nullptr;
};

/// The carriers' queue: a ready list for each of them. A worker is always in the same one, so that carriers seldom meet at a lock. Each
/// looks into its own list first and into the others when there is nothing in it; and first into another one now and then, so that
/// nobody waits for long for a carrier that some task holds.
template <class P, class Task>
class carrier_queue {
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
  carrier_queue(carrier_host<P>& host, unsigned carriers, unsigned workers)
      : host_(host), neighbours_(std::clamp(workers / carriers, 1u, 16u)), count_(carriers), lists_(carriers) {
    for (ready_queue<P>& each : lists_) each.host = &host;
  }
  /// Where the worker of that number belongs. Those that follow each other, and lie side by side in memory, mostly have the same.
  [[nodiscard]] ready_queue<P>& home(unsigned number) noexcept { return lists_[number / neighbours_ % count_]; }

  void prepare(seat& mine, unsigned number) noexcept {
    mine.frames.share(depot_);
    mine.own = number % count_;
  }
  void join(seat&) noexcept {}
  bool try_pop(Task& out, seat& mine) noexcept {
    const bool as_usual = ++mine.turns % turns_between_others != 0;
    const unsigned from = as_usual ? mine.own : mine.turns / turns_between_others;
    for (unsigned n = 0; n != count_; ++n) {
      if (resumable<P>* w = lists_[(from + n) % count_].pop()) {
        out = Task(*w);
        return true;
      }
    }
    return false;
  }
  bool ready() noexcept { return std::ranges::any_of(lists_, &ready_queue<P>::ready); }
  bool empty() const noexcept { return std::ranges::all_of(lists_, &ready_queue<P>::empty); }
  std::size_t size() const noexcept {
    std::size_t sum = 0;
    for (const ready_queue<P>& each : lists_) sum += each.size();
    return sum;
  }
  void close() noexcept {}
  void reopen() noexcept {}
  bool trim() noexcept { return host_.trim(); }
  time_point next_due() noexcept {
    auto next = time_point::max();
    for (ready_queue<P>& each : lists_) next = std::min(next, each.next_due());
    return next;
  }

 private:
  static constexpr unsigned turns_between_others = 32;

  carrier_host<P>& host_;
  const unsigned neighbours_;
  const unsigned count_;
  std::vector<ready_queue<P>> lists_;
  alignas(platform::cache_line) frame_depot<P> depot_;  // apart from what each carrier reads at each turn
};

/// They as the policy that the carriers' engine asks for.
struct carrier_queue_policy {
  template <class P, class Task>
  using on = carrier_queue<P, Task>;
};

}  // namespace weir::engine

#endif
