// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_QUEUE_MODELS_HPP
#define WEIR_VERIFY_MODEL_QUEUE_MODELS_HPP

#include <weir/verify/model/item.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::verify {

// What weir's queues promise, as plain classes.

/// First in, first out, and never full.
struct fifo_model {
  static constexpr bool closes_at_once = true;

  void push(model_item item) { items.push_back(item); }
  std::optional<model_item> pop() {
    if (items.empty()) return std::nullopt;
    const model_item first = items.front();
    items.pop_front();
    return first;
  }
  friend bool operator==(const fifo_model&, const fifo_model&) = default;

  std::deque<model_item> items;
};

/// The same under one lock: a take that finds nothing has seen an empty queue, whatever other threads do.
struct locked_fifo_model : fifo_model {
  static constexpr bool strict = true;
};

/// Has this many places.
template <std::size_t Places>
struct bounded_fifo_model : fifo_model {
  bool push(model_item item) {
    if (items.size() == Places) return false;
    fifo_model::push(item);
    return true;
  }
};

/// Any item that is in it may be next.
struct bag_model {
  static constexpr bool closes_at_once = true;

  void push(model_item item) { items.insert(item.number); }
  bool pops(std::optional<model_item> out, bool) { return out ? items.erase(out->number) == 1 : items.empty(); }
  friend bool operator==(const bag_model&, const bag_model&) = default;

  std::set<int> items;
};

/// The most urgent item goes first, and of those the oldest; without a level an item has the last one. A take may
/// pass over a level in which a push or another take is under way.
template <std::size_t Levels>
struct levels_model {
  void push(model_item item) {
    const std::size_t level = item.tag.value_or(Levels - 1);
    if (level >= Levels) throw std::invalid_argument("no such level");
    items[level].push_back(item);
  }
  bool pops(std::optional<model_item> out, bool alone) {
    for (std::deque<model_item>& level : items) {
      if (out && !level.empty() && level.front() == *out) {
        level.pop_front();
        return true;
      }
      if (alone && !level.empty()) return false;
    }
    return !out;
  }
  friend bool operator==(const levels_model&, const levels_model&) = default;

  std::deque<model_item> items[Levels];
};

/// Items of a key take turns, in the order of their pushes: the next may be taken when the one before has ended. Items go out in the order
/// in which they could be taken.
struct keyed_model {
  static constexpr bool strict = true;

  void push(model_item item) {
    all.push_back(item);
    if (!item.tag || (busy.count(*item.tag) == 0 && waiting(*item.tag) == 1)) ready.push_back(item);
  }
  std::optional<model_item> pop() {
    if (ready.empty()) return std::nullopt;
    const model_item first = ready.front();
    ready.pop_front();
    leave(first);
    if (first.tag) busy.insert(*first.tag);
    return first;
  }
  void done(model_item item) {
    if (!item.tag) return;
    busy.erase(*item.tag);
    next_of(*item.tag);
  }
  std::optional<model_item> take_back() {
    if (all.empty()) return std::nullopt;
    const model_item oldest = all.front();
    leave(oldest);
    std::erase(ready, oldest);
    if (oldest.tag && busy.count(*oldest.tag) == 0) next_of(*oldest.tag);
    return oldest;
  }
  friend bool operator==(const keyed_model&, const keyed_model&) = default;

  std::deque<model_item> all;
  std::deque<model_item> ready;
  std::set<std::uint64_t> busy;

 private:
  [[nodiscard]] std::ptrdiff_t waiting(std::uint64_t key) const {
    return std::count_if(all.begin(), all.end(), [&](const model_item& i) { return i.tag == key; });
  }
  void leave(const model_item& item) { std::erase(all, item); }
  void next_of(std::uint64_t key) {
    const auto next = std::find_if(all.begin(), all.end(), [&](const model_item& i) { return i.tag == key; });
    if (next != all.end()) ready.push_back(*next);
  }
};

}  // namespace weir::verify

#endif
