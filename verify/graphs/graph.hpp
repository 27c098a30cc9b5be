// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_GRAPH_HPP
#define WEIR_VERIFY_GRAPHS_GRAPH_HPP

#include <weir/verify/graphs/event.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weir::verify::execution {

/// An execution of a program, or the beginning of one: the events of each thread in program order, which write each read
/// reads from, and for each location the order of its writes. Locations are made by the first event that names them, with
/// the initial value 0.
class graph {
 public:
  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  [[nodiscard]] std::size_t locations() const { return writes_.size(); }

  /// All events, in the order in which they were added.
  [[nodiscard]] const std::vector<event_id>& added() const { return added_; }
  /// The events of a thread, in program order; none if it has made no step.
  [[nodiscard]] const std::vector<event>& of(unsigned thread) const {
    static const std::vector<event> none;
    return thread < threads_.size() ? threads_[thread] : none;
  }
  /// The writes of a location in modification order, the initial value first.
  [[nodiscard]] const std::vector<event_id>& writes_of(location at) const {
    static const std::vector<event_id> initial_only{event_id{}};
    return at < writes_.size() && !writes_[at].empty() ? writes_[at] : initial_only;
  }
  [[nodiscard]] const event& operator[](event_id id) const { return threads_[id.thread][id.index]; }

  /// The thread's last event that accesses this location; null if none does.
  [[nodiscard]] const event* last_access(unsigned thread, location at) const {
    return at < last_access_.size() ? numbered(thread, last_access_[at][thread]) : nullptr;
  }
  /// The one before it.
  [[nodiscard]] const event* access_before(const event& e) const { return numbered(e.id.thread, e.same_before); }

  /// The place in modification order of the write that `id` is, or reads from.
  [[nodiscard]] std::size_t place_of(event_id id) const {
    const event& e = (*this)[id];
    if (e.writes) return e.place;
    return e.from.is_initial() ? 0 : (*this)[e.from].place;
  }

  /// The step that an identical thread has made in its stead, if both threads have done the same before.
  [[nodiscard]] const event* twin_of(const event& e) const {
    const std::vector<event>& others = of(e.what.like);
    return e.id.index < others.size() && (e.id.index == 0 || (&e - 1)->alike) ? &others[e.id.index] : nullptr;
  }

  /// Whether a thread's next step is one that waits for a write that is not there yet.
  [[nodiscard]] bool would_wait(unsigned thread, const label& what) const {
    const std::vector<event_id>& writes = writes_of(what.at);
    if (what.goes_on != condition::cleared) return !would_go_on(what, writes.back());
    for (std::size_t p = writes.size() - 1; p != 0 && writes[p].thread != thread; --p)
      if (would_go_on(what, writes[p])) return false;
    return true;
  }

  /// Adds the thread's next event, which reads from `from` if it reads. What it writes has no place yet: call place.
  const event& add(unsigned thread, const label& what, event_id from, unsigned outcome = 0) {
    if (thread >= threads_.size()) threads_.resize(thread + 1);
    event& e = threads_[thread].emplace_back();
    e.id = {static_cast<std::uint16_t>(thread), static_cast<std::uint16_t>(threads_[thread].size() - 1)};
    e.what = what;
    e.stamp = added_.empty() ? 1 : (*this)[added_.back()].stamp + 1;
    added_.push_back(e.id);
    has_come(e);
    read_from(e, from, outcome);
    return e;
  }

  /// Makes an event, the last of its thread, read from another write. It must have no place in modification order; what it
  /// writes now has none yet.
  void reread(event_id id, event_id from, unsigned outcome = 0) { read_from(at(id), from, outcome); }

  /// Puts a write at this place of its location's modification order, at least 1, and the later writes one further.
  void place(event_id id, std::size_t at_place) {
    const location where = at(id).what.at;
    if (where >= writes_.size()) writes_.resize(where + 1);
    std::vector<event_id>& writes = writes_[where];
    if (writes.empty()) writes.emplace_back();
    writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(at_place), id);
    renumber(writes, at_place);
  }

  /// Takes a write out of its location's modification order.
  void displace(event_id id) {
    std::vector<event_id>& writes = writes_[at(id).what.at];
    const std::size_t from = at(id).place;
    writes.erase(writes.begin() + static_cast<std::ptrdiff_t>(from));
    renumber(writes, from);
  }

  /// Whether a thread whose next event is `what`, and reads from `from`, has a next step after it.
  [[nodiscard]] bool would_go_on(const label& what, event_id from) const {
    const event* source = from.is_initial() ? nullptr : &(*this)[from];
    const value found = source != nullptr ? source->left : 0;
    switch (what.goes_on) {
      case condition::none: return true;
      case condition::written: return what.written(found, 0).has_value();
      case condition::not_zero: return found != 0;
      case condition::cleared: return source != nullptr && (source->found & what.operand) != 0 && (source->left & what.operand) == 0;
    }
    return true;
  }
  [[nodiscard]] value value_of(event_id write) const { return write.is_initial() ? 0 : (*this)[write].left; }

  /// Takes back the event that was added last. A write must have no place any more.
  void remove_last() {
    std::vector<event>& events = threads_[added_.back().thread];
    has_gone(events.back());
    events.pop_back();
    added_.pop_back();
  }

  void give(event_id write) { at(write).given = true; }

  /// What was taken out of a graph.
  struct taken {
    std::vector<event> events;    ///< each with the place that it had when those ahead of it here had gone
    std::vector<event_id> added;  ///< all that were added since the first of them, and this
  };

  /// Takes out the events that go, none of which anything that stays follows or, but for `reread` later, reads from.
  template <class Goes>
  [[nodiscard]] taken take_out(Goes goes) {
    taken out;
    const auto first = std::find_if(added_.begin(), added_.end(), [&](event_id id) { return goes((*this)[id]); });
    out.added.assign(first, added_.end());
    added_.erase(std::remove_if(first, added_.end(), [&](event_id id) { return goes((*this)[id]); }), added_.end());
    for (std::vector<event>& events : threads_)
      for (; !events.empty() && goes(events.back()); events.pop_back()) {
        if (events.back().writes) displace(events.back().id);
        has_gone(events.back());
        out.events.push_back(events.back());
      }
    return out;
  }
  /// Undoes take_out; of what was added since, nothing may be left.
  void put_back(const taken& out) {
    for (auto e = out.events.rbegin(); e != out.events.rend(); ++e) {
      threads_[e->id.thread].push_back(*e);
      has_come(threads_[e->id.thread].back());
      if (e->writes) place(e->id, e->place);
    }
    added_.resize(added_.size() + out.events.size() - out.added.size());
    added_.insert(added_.end(), out.added.begin(), out.added.end());
  }
  /// Puts an event, the last of its thread, back to what it was, in its place.
  void restore(const event& was) {
    at(was.id) = was;
    if (was.writes) place(was.id, was.place);
  }

 private:
  event& at(event_id id) { return threads_[id.thread][id.index]; }

  [[nodiscard]] const event* numbered(unsigned thread, unsigned number) const {
    return number == 0 ? nullptr : &threads_[thread][number - 1U];
  }
  /// An event is the last of its thread now.
  void has_come(event& e) {
    if (!e.what.accesses()) return;
    if (e.what.at >= last_access_.size()) last_access_.resize(e.what.at + 1U);
    e.same_before = std::exchange(last_access_[e.what.at][e.id.thread], static_cast<std::uint16_t>(e.id.index + 1));
  }
  /// And is so no longer.
  void has_gone(const event& e) {
    if (e.what.accesses()) last_access_[e.what.at][e.id.thread] = e.same_before;
  }

  void read_from(event& e, event_id from, unsigned outcome) {
    e.outcome = outcome;
    e.from = e.reads() ? from : e.what.after;
    const event* source = e.from.is_initial() ? nullptr : &(*this)[e.from];
    e.found = e.reads() && source != nullptr ? source->left : 0;
    const std::optional<value> left = e.what.written(e.found, outcome);
    e.writes = left.has_value();
    e.left = left.value_or(0);
    e.waits = e.reads() && !would_go_on(e.what, from);
    const event* twin = twin_of(e);
    set_views(e, e.id.index != 0 ? &e - 1 : nullptr, source, twin);
    e.alike = twin != nullptr && e.does_as(*twin);
  }

  void renumber(const std::vector<event_id>& writes, std::size_t from) {
    for (std::size_t i = from; i < writes.size(); ++i) at(writes[i]).place = static_cast<std::uint32_t>(i);
  }

  std::vector<std::vector<event>> threads_;
  std::vector<std::vector<event_id>> writes_;
  std::vector<std::array<std::uint16_t, max_threads>> last_access_;  // by location: the number of each thread's last event there, and 1
  std::vector<event_id> added_;
};

}  // namespace weir::verify::execution

#endif
