// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_READY_QUEUES_HPP
#define WEIR_ENGINE_COROUTINE_READY_QUEUES_HPP

#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/platform/smaller_of.hpp>

#include <cstddef>
#include <vector>

namespace weir::engine {

/// The ready queues of a pool, one for each of its threads, so that they seldom contend for a lock. A thread pops from its own queue first and from
/// the others when that is empty. Every 32nd pop starts at another queue, so that those of a thread that is blocked in a task or has left are not
/// delayed for long.
template <class P>
class ready_queues {
 public:
  using time_point = typename P::clock::time_point;
  static constexpr unsigned pops_between_others = 32;

  /// Throws std::bad_alloc.
  explicit ready_queues(unsigned count) : all_(count) {}

  /// Call before the first resumable is added.
  void serve(resumer<P>& host) noexcept {
    for (ready_queue<P>& each : all_) each.host = &host;
  }
  /// The queue of thread `number`.
  [[nodiscard]] ready_queue<P>& of(unsigned number) noexcept { return all_[place_of(number)]; }

  /// The next one to resume on thread `number`, in its pop `turn`; null if none is ready.
  resumable<P>* pop(unsigned number, unsigned turn) noexcept {
    const std::size_t first = place_of(turn % pops_between_others != 0 ? number : number + turn / pops_between_others);
    for (std::size_t at = first;;) {
      if (resumable<P>* w = all_[at].pop()) return w;
      if (++at == all_.size()) at = 0;
      if (at == first) return nullptr;
    }
  }
  /// One of them has a turn; see ready_queue::has_turn(). Takes no lock.
  bool has_turn() const noexcept {
    for (const ready_queue<P>& each : all_)
      if (each.has_turn()) return true;
    return false;
  }
  bool ready() noexcept {
    for (ready_queue<P>& each : all_)
      if (each.ready()) return true;
    return false;
  }
  bool empty() const noexcept {
    for (const ready_queue<P>& each : all_)
      if (!each.empty()) return false;
    return true;
  }
  /// The number of ready ones. Takes no lock.
  std::size_t size() const noexcept {
    std::size_t sum = 0;
    for (const ready_queue<P>& each : all_) sum += each.size();
    return sum;
  }
  /// The earliest due time; see ready_queue::next_due().
  time_point next_due() noexcept {
    auto next = time_point::max();
    for (ready_queue<P>& each : all_) next = platform::smaller_of(next, each.next_due());
    return next;
  }

 private:
  [[nodiscard]] std::size_t place_of(unsigned number) const noexcept { return number < all_.size() ? number : number % all_.size(); }

  std::vector<ready_queue<P>> all_;
};

}  // namespace weir::engine

#endif
