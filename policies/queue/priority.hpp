// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_PRIORITY_HPP
#define WEIR_POLICIES_QUEUE_PRIORITY_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/policies/queue/unbounded.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace weir::queue {

/// One queue per level, of segments of `Slots` slots. Users name it as `queue::priority`.
template <unsigned Levels, std::size_t Slots>
struct priority_by {
  static_assert(Levels >= 1, "weir::queue::priority<Levels>: there must be at least 1 level");
  using axis = axes::queue;

  template <class P, class T>
  class on {
   public:
    static constexpr bool bounded = false;

    push_result try_push(T& item) { return levels_.back().try_push(item); }
    push_result try_push(T& item, level l) {
      if (l.value >= Levels)
        throw std::invalid_argument("weir: queue::priority<" + std::to_string(Levels) + "> has no level " + std::to_string(l.value) +
                                    "; the first is 0, the last is " + std::to_string(Levels - 1));
      return levels_[l.value].try_push(item);
    }
    bool try_pop(T& out) noexcept {
      return std::any_of(levels_.begin(), levels_.end(), [&out](auto& each) { return each.try_pop(out); });
    }

    bool ready() noexcept {
      return std::any_of(levels_.begin(), levels_.end(), [](auto& each) { return each.ready(); });
    }
    bool empty() const noexcept {
      return std::all_of(levels_.begin(), levels_.end(), [](const auto& each) { return each.empty(); });
    }
    std::size_t size() const noexcept {
      std::size_t all = 0;
      for (const auto& each : levels_) all += each.size();
      return all;
    }
    void close() noexcept {
      for (auto& each : levels_) each.close();
    }
    void reopen() noexcept {
      for (auto& each : levels_) each.reopen();
    }
    /// As queue::unbounded's, one level after the other.
    bool trim() noexcept {
      return std::any_of(levels_.begin(), levels_.end(), [](auto& each) { return each.trim(); });
    }

   private:
    std::array<typename unbounded_by<Slots>::template on<P, T>, Levels> levels_;
  };
};

/// A queue with priority levels: weir::level{0} goes first, and a task without a level gets the last one.
///
/// Guarantee:  a take finds the most urgent task that was queued when it began; first in, first out inside a level; never full. A post
///             with a level that does not exist throws std::invalid_argument.
/// Cost:       that of queue::unbounded for a post; a take checks every level above the one it finds; 16 KiB per level from the start.
///             Memory is given back as by queue::unbounded.
/// Not for:    work that must not starve: while more urgent tasks come fast enough, those of later levels never start.
/// Visibility: what the submitter did before posting is visible to the task.
template <unsigned Levels>
using priority = priority_by<Levels, 256>;

static_assert(queue_policy<priority<3>>);

}  // namespace weir::queue

#endif
