// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_CARRIER_QUEUE_HPP
#define WEIR_ENGINE_COROUTINE_CARRIER_QUEUE_HPP

#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/frame_depot.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/ready_queues.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/smaller_of.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// What carriers call in the pool whose light workers they run.
template <class P>
class carrier_host : public resumer<P> {
 public:
  /// Runs the worker's turn on the calling carrier.
  virtual void carry(resumable<P>& w) = 0;
  /// Frees a little of the memory that the pool's queue caches. False: there is none to free.
  virtual bool trim() noexcept = 0;

 protected:
  carrier_host() = default;
  ~carrier_host() = default;
};

/// One turn of a light worker. The task type of the carriers' queue.
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

/// The carriers' queue: their ready queues, one per carrier. A light worker always uses the same one.
template <class P, class Task>
class carrier_queue {
 public:
  using time_point = typename P::clock::time_point;
  static constexpr bool bounded = false;

  /// The state of one carrier.
  struct seat {
    frame_cache<P> frames;
    unsigned own = 0;
    unsigned turns = 0;
  };

  /// Throws std::bad_alloc.
  carrier_queue(carrier_host<P>& host, unsigned carriers, unsigned workers)
      : host_(host), neighbours_(platform::smaller_of(platform::larger_of(workers / carriers, 1u), 16u)), lists_(carriers) {
    lists_.serve(host);
  }
  /// The queue of worker `number`. Workers with consecutive numbers, which lie side by side in memory, mostly share one.
  [[nodiscard]] ready_queue<P>& home(unsigned number) noexcept { return lists_.of(number / neighbours_); }

  void prepare(seat& mine, unsigned number) noexcept {
    mine.frames.share(depot_);
    mine.own = number;
  }
  void join(seat&) noexcept {}
  bool try_pop(Task& out, seat& mine) noexcept {
    resumable<P>* const w = lists_.pop(mine.own, ++mine.turns);
    if (w != nullptr) out = Task(*w);
    return w != nullptr;
  }
  bool ready() noexcept { return lists_.ready(); }
  bool empty() const noexcept { return lists_.empty(); }
  std::size_t size() const noexcept { return lists_.size(); }
  void close() noexcept {}
  void reopen() noexcept {}
  bool trim() noexcept { return host_.trim(); }
  time_point next_due() noexcept { return lists_.next_due(); }

 private:
  carrier_host<P>& host_;
  const unsigned neighbours_;
  ready_queues<P> lists_;
  alignas(platform::cache_line) frame_depot<P> depot_;  // not on a cache line that carriers read at each turn
};

/// carrier_queue as a queue policy.
struct carrier_queue_policy {
  template <class P, class Task>
  using on = carrier_queue<P, Task>;
};

}  // namespace weir::engine

#endif
