// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/model.hpp"

#include <algorithm>
#include <limits>

namespace weir::properties {

namespace {

constexpr model::time never = std::numeric_limits<model::time>::max();

model::time earliest(const std::vector<model::time>& times) { return times.empty() ? never : *std::min_element(times.begin(), times.end()); }

}  // namespace

model::model(const traits& is, unsigned capacity, unsigned min_workers, time idle_after)
    : is_(is), capacity_(capacity), min_workers_(min_workers), idle_after_(idle_after) {
  start_idle();
}

void model::start_idle() {
  while (is_.prestart && live() < capacity_) idle_.push_back({now_});
}

void model::begin(time lasts) { busy_.push_back(now_ + lasts); }

/// Gives work to whoever may have it: the worker used last, else a new one; and room to whoever has waited longest.
void model::settle() {
  for (;;) {
    const bool place = !idle_.empty() || live() < capacity_;
    if (!queue_.empty() && place) {
      if (!idle_.empty()) idle_.pop_back();
      begin(queue_.front());
      queue_.pop_front();
    } else if (!line_.empty() && !closing_ && (is_.hands_over ? place : queue_.size() < is_.room)) {
      queue_.push_back(line_.front());  // with hand-over, the next round takes it out again
      line_.pop_front();
      ++accepted_;
    } else {
      break;
    }
  }
  if (closing_) idle_.clear();
  expire();
}

model::fate model::post(time lasts, bool try_only) {
  if (closing_) {
    ++refused_;
    return fate::closed;
  }
  const bool place = !idle_.empty() || live() < capacity_;
  if (is_.hands_over ? place : queue_.size() < is_.room) {
    ++accepted_;
    queue_.push_back(lasts);
    settle();
    return fate::accepted;
  }
  if (!try_only && is_.full == traits::when_full::run_here) {
    guests_.push_back(now_ + lasts);
    return fate::accepted;
  }
  if (!try_only && is_.full == traits::when_full::wait && line_.size() < is_.most_waiting) {
    line_.push_back(lasts);
    return fate::waits;
  }
  ++refused_;
  return fate::full;
}

model::time model::next_expiry() const {
  if (!is_.expires || idle_.empty() || live() <= min_workers_) return never;
  const auto oldest = std::min_element(idle_.begin(), idle_.end(), [](auto a, auto b) { return a.since < b.since; });
  return oldest->since + idle_after_;
}

void model::expire() {
  while (next_expiry() <= now_) {
    idle_.erase(std::min_element(idle_.begin(), idle_.end(), [](auto a, auto b) { return a.since < b.since; }));
  }
}

/// A worker is done with its task: it leaves, takes the next one, or rests.
void model::ended(time at) {
  busy_.erase(std::find(busy_.begin(), busy_.end(), at));
  ++completed_;
  const bool surplus = live() >= capacity_;
  if (!surplus && queue_.empty() && (line_.empty() || closing_) && is_.keeps && !closing_) idle_.push_back({now_});
  settle();
}

void model::advance_to(time then) {
  for (;;) {
    const time work = earliest(busy_), guest = earliest(guests_), expiry = next_expiry();
    const time next = std::min({work, guest, expiry});
    if (next > then) break;
    now_ = std::max(now_, next);
    if (next == work) {
      ended(next);
    } else if (next == guest) {
      guests_.erase(std::find(guests_.begin(), guests_.end(), next));
      ++completed_;
      ++accepted_;  // which its submitter is told only now
    } else {
      expire();
    }
  }
  now_ = then;
}

void model::surplus_leaves() {
  while (live() > capacity_ && !idle_.empty()) idle_.erase(idle_.begin());
}

void model::resize(unsigned min_workers, unsigned capacity) {
  min_workers_ = min_workers;
  capacity_ = capacity;
  surplus_leaves();
  settle();
}

bool model::leaves_a_choice(unsigned capacity) const {
  return is_.expires && live() > capacity && live() - capacity < idle_.size() && idle_.front().since != idle_.back().since;
}

void model::shutdown() {
  closing_ = true;
  refused_ += line_.size();
  line_.clear();
  settle();
}

std::size_t model::stop() {
  const std::size_t handed_back = queue_.size();
  queue_.clear();
  shutdown();
  return handed_back;
}

bool model::restart() {
  if (state() != run_state::stopped) return false;
  closing_ = false;
  start_idle();
  return true;
}

run_state model::state() const {
  if (!closing_) return run_state::open;
  return live() == 0 && guests_.empty() && queue_.empty() ? run_state::stopped : run_state::closing;
}

stats model::counts() const {
  stats s;
  s.workers = live();
  s.idle = idle_.size();
  s.running = busy_.size() + guests_.size();
  s.queued = queue_.size();
  s.waiting = line_.size();
  s.capacity = capacity_;
  s.min_workers = min_workers_;
  if (is_.counts) s.accepted = accepted_, s.refused = refused_, s.completed = completed_;
  return s;
}

}  // namespace weir::properties
