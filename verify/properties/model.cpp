// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/model.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace weir::properties {

namespace {

constexpr model::time never = std::numeric_limits<model::time>::max();
using when_full = full_reaction;

}  // namespace

model::model(const traits& is, unsigned capacity, unsigned min_workers, time idle_after, time max_age)
    : is_(is), capacity_(capacity), min_workers_(min_workers), idle_after_(idle_after), max_age_(max_age) {
  start_idle();
}

void model::start_idle() { start_idle(is_.at_start(capacity_)); }
void model::start_idle(unsigned most) {
  for (; most != 0 && live() < capacity_; --most) idle_.push_back({now_, never});
}

/// On the idle worker whose turn it is, else on a new one.
void model::begin(time lasts) {
  time born = now_;
  if (!idle_.empty()) {
    const auto who = is_.oldest_first ? idle_.begin() : idle_.end() - 1;
    if (who->born != never) born = who->born;
    idle_.erase(who);
  }
  busy_.push_back({now_ + lasts, born});
}

/// Is there a worker for the task at the front of the queue, or would one be started?
bool model::may_begin() const {
  if (paused()) return false;
  if (!idle_.empty()) return true;
  return live() < capacity_ && (live() == 0 || live() < min_workers_ || is_.hands_over || is_.wants(queue_.size()));
}

/// Gives tasks to the workers that may have them, and room to the submitter that has waited longest.
void model::settle() {
  for (;;) {
    if (!queue_.empty() && may_begin()) {
      begin(queue_.front());
      queue_.pop_front();
    } else if (!line_.empty() && !closing_ && (is_.hands_over ? may_begin() : queue_.size() < is_.room)) {
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
  if (is_.hands_over ? may_begin() : queue_.size() < is_.room) {
    ++accepted_;
    queue_.push_back(lasts);
    settle();
    return fate::accepted;
  }
  if (free_workers() != 0) {  // the queue is full, so the worker gets its oldest task
    ++accepted_;
    begin(queue_.front());
    queue_.pop_front();
    queue_.push_back(lasts);
    settle();
    return fate::accepted;
  }
  if (!try_only) {
    if (is_.full == when_full::run_here && !paused()) {
      helpers_.push_back(now_ + lasts);
      return fate::accepted;
    }
    if (is_.full == when_full::wait && line_.size() < is_.most_waiting) {
      line_.push_back(lasts);
      return fate::waits;
    }
    if (is_.full == when_full::overflow && !paused()) {
      ++accepted_;
      busy_.push_back({now_ + lasts, now_});
      return fate::accepted;
    }
    if (is_.full == when_full::drop_old) {
      ++accepted_, ++discarded_;
      queue_.pop_front();
      queue_.push_back(lasts);
      return fate::accepted;
    }
    if (is_.full == when_full::drop_new) {
      ++discarded_;
      return fate::discarded;
    }
  }
  ++refused_;
  return fate::full;
}

model::time model::deadline(time since, time born, time last_left) const {
  using std::chrono::nanoseconds;
  const auto at = [](time t) { return time_point(nanoseconds(t)); };
  return is_.deadline({at(since), at(born), at(last_left)}, {nanoseconds(idle_after_), nanoseconds(max_age_)}).time_since_epoch().count();
}

bool model::aged(time born) const { return is_.ends_busy && now_ >= deadline(born, born, 0); }

model::time model::expires_at(const idle_worker& who) const {
  if (!is_.expires || (!is_.ends_busy && live() <= min_workers_)) return never;
  return deadline(who.since, who.born, last_left_);
}

model::time model::next_expiry() const {
  time next = never;
  for (const idle_worker& each : idle_) next = std::min(next, expires_at(each));
  return next;
}

void model::expire() {
  for (;;) {
    // Asked once each: a broken policy may answer otherwise when it is asked again.
    const auto over = std::find_if(idle_.begin(), idle_.end(), [this](const idle_worker& w) { return expires_at(w) <= now_; });
    if (over == idle_.end()) return;
    idle_.erase(over);
    last_left_ = now_;
    replace_aged();
  }
}

/// A worker has retired because of its age; the minimum is restored at once.
void model::replace_aged() {
  if (is_.ends_busy && live() < min_workers_ && !closing_) idle_.push_back({now_, never});
}

/// A worker is done with its task: it retires, takes the next one, or parks.
void model::ended(busy_worker who) {
  busy_.erase(std::find_if(busy_.begin(), busy_.end(), [&](const busy_worker& b) { return b.until == who.until && b.born == who.born; }));
  ++completed_;
  if (aged(who.born)) {
    replace_aged();
  } else if (live() < capacity_) {
    if (!queue_.empty() && !paused()) {
      busy_.push_back({now_ + queue_.front(), who.born});
      queue_.pop_front();
    } else if (is_.keeps && !closing_) {
      idle_.push_back({now_, who.born});
    }
  }
  settle();
}

void model::advance_to(time then) {
  for (;;) {
    const auto done = std::min_element(busy_.begin(), busy_.end(), [](const auto& a, const auto& b) { return a.until < b.until; });
    const auto returns = std::min_element(helpers_.begin(), helpers_.end());
    const time work = done == busy_.end() ? never : done->until, helper = returns == helpers_.end() ? never : *returns,
               expiry = next_expiry();
    const time next = std::min({work, helper, expiry});
    if (next > then) break;
    now_ = std::max(now_, next);
    if (next == work) {
      ended(*done);
    } else if (next == helper) {
      helpers_.erase(returns);
      ++completed_;
      ++accepted_;  // which its submitter is answered only now
    } else {
      expire();
      settle();
    }
  }
  now_ = then;
}

void model::surplus_leaves() {
  while (live() > capacity_ && !idle_.empty()) {
    if (expires_at(idle_.front()) <= now_) last_left_ = now_;  // it counts as the one whose time had come
    idle_.erase(idle_.begin());
  }
}

void model::resize(unsigned min_workers, unsigned capacity) {
  min_workers_ = min_workers;
  const unsigned before = std::exchange(capacity_, capacity);
  surplus_leaves();
  settle();
  if (!closing_ && is_.at_start(capacity) == capacity && capacity > is_.at_start(before))
    start_idle(is_.at_start(capacity) - is_.at_start(before));
  settle();
}

bool model::leaves_a_choice(unsigned capacity) const {
  const auto differs = [this](const idle_worker& w) { return w.since != idle_.front().since || w.born != idle_.front().born; };
  return is_.expires && live() > capacity && live() - capacity < idle_.size() && std::any_of(idle_.begin(), idle_.end(), differs);
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
  pausers_ = 0;
  ++life_;
  start_idle();
  return true;
}

std::uint64_t model::pause(time& returns) {
  ++pausers_;
  returns = now_;
  if (closing_) return life_;
  for (const busy_worker& each : busy_) returns = std::max(returns, each.until);
  for (const time each : helpers_) returns = std::max(returns, each);
  return life_;
}

void model::resume(std::uint64_t life) {
  if (life != life_ || --pausers_ != 0) return;
  settle();
}

std::size_t model::purge() {
  const std::size_t taken = queue_.size();
  queue_.clear();
  settle();
  return taken;
}

run_state model::state() const {
  if (!closing_) return run_state::open;
  return live() == 0 && helpers_.empty() && queue_.empty() ? run_state::stopped : run_state::closing;
}

stats model::counts() const {
  stats s;
  s.workers = live();
  s.idle = idle_.size();
  s.running = busy_.size() + helpers_.size();
  s.queued = queue_.size();
  s.waiting = line_.size();
  s.capacity = capacity_;
  s.min_workers = min_workers_;
  if (is_.counts) s.accepted = accepted_, s.refused = refused_, s.completed = completed_, s.discarded = discarded_;
  return s;
}

}  // namespace weir::properties
