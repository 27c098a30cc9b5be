// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_READY_LISTS_HPP
#define WEIR_ENGINE_READY_LISTS_HPP

#include <weir/engine/frame_cache.hpp>
#include <weir/engine/frame_depot.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/ready_list.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace weir::engine {

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

  void operator()() { worker_->host().carry(*worker_); }
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
    ready_list<P>* lists = nullptr;
    unsigned count = 0;
    unsigned own = 0;
    unsigned turns = 0;
  };

  /// Before the first light worker begins. Throws std::bad_alloc.
  void serve(light_host<P>& host, unsigned carriers, unsigned workers) {
    auto lists = std::make_unique<ready_list<P>[]>(carriers);
    for (unsigned n = 0; n != carriers; ++n) lists[n].host = &host;
    typename P::unique_lock lock(mutex_);
    all_.write() = {.lists = std::move(lists), .count = carriers, .neighbours = std::clamp(workers / carriers, 1u, 16u)};
  }
  /// Where the worker of that number belongs. Those that follow each other, and lie side by side in memory, mostly have the same.
  [[nodiscard]] ready_list<P>& home(unsigned number) const noexcept {
    typename P::unique_lock lock(mutex_);
    const all& a = all_.read();
    return a.lists[number / a.neighbours % a.count];
  }

  void join(seat&) noexcept {}
  bool try_pop(Task& out, seat& mine) noexcept {
    if (mine.count == 0 && !sit(mine)) return false;
    const bool as_usual = ++mine.turns % turns_between_others != 0;
    const unsigned from = as_usual ? mine.own : mine.turns / turns_between_others;
    for (unsigned n = 0; n != mine.count; ++n) {
      if (light_worker<P>* w = mine.lists[(from + n) % mine.count].pop()) {
        out = Task(*w);
        return true;
      }
    }
    return false;
  }
  bool ready() noexcept {
    const seen s = see();
    return std::any_of(s.lists, s.lists + s.count, [](ready_list<P>& each) { return each.ready(); });
  }
  bool empty() const noexcept {
    const seen s = see();
    return std::all_of(s.lists, s.lists + s.count, [](const ready_list<P>& each) { return each.empty(); });
  }
  std::size_t size() const noexcept {
    const seen s = see();
    std::size_t sum = 0;
    for (unsigned n = 0; n != s.count; ++n) sum += s.lists[n].size();
    return sum;
  }
  void close() noexcept {}
  void reopen() noexcept {}
  time_point next_due() noexcept {
    const seen s = see();
    auto next = time_point::max();
    for (unsigned n = 0; n != s.count; ++n) next = std::min(next, s.lists[n].next_due());
    return next;
  }

 private:
  static constexpr unsigned turns_between_others = 32;

  struct all {
    std::unique_ptr<ready_list<P>[]> lists;
    unsigned count = 0;
    unsigned neighbours = 1;
    unsigned seats = 0;
  };
  struct seen {
    ready_list<P>* lists;
    unsigned count;
  };

  /// None before serve().
  seen see() const noexcept {
    typename P::unique_lock lock(mutex_);
    const all& a = all_.read();
    return {a.lists.get(), a.count};
  }
  bool sit(seat& mine) noexcept {
    typename P::unique_lock lock(mutex_);
    all& a = all_.write();
    if (a.count == 0) return false;
    mine.frames.share(depot_);
    mine.lists = a.lists.get();
    mine.count = a.count;
    mine.own = a.seats++ % a.count;
    return true;
  }

  mutable typename P::mutex mutex_;
  typename P::template cell<all> all_;
  frame_depot<P> depot_;
};

/// They as the policy that the carriers' engine asks for.
struct ready_queue {
  template <class P, class Task>
  using on = ready_lists<P, Task>;
};

}  // namespace weir::engine

#endif
