// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_READY_LIST_HPP
#define WEIR_ENGINE_READY_LIST_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/frame_cache.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/timer_wheel.hpp>

#include <cstddef>
#include <utility>

namespace weir::engine {

/// One turn of a light worker: what carriers have for tasks.
template <class P>
class turn_of {
 public:
  turn_of() noexcept = default;
  explicit turn_of(light_worker<P>& w, light_host<P>& host) noexcept : worker_(&w), host_(&host) {}
  turn_of(turn_of&& other) noexcept : worker_(std::exchange(other.worker_, nullptr)), host_(other.host_) {}
  turn_of& operator=(turn_of&& other) noexcept {
    worker_ = std::exchange(other.worker_, nullptr);
    host_ = other.host_;
    return *this;
  }
  ~turn_of() = default;

  void operator()() { host_->carry(*worker_); }
  void reset() noexcept { worker_ = nullptr; }
  [[nodiscard]] explicit operator bool() const noexcept { return worker_ != nullptr; }

 private:
  light_worker<P>* worker_ = nullptr;
  light_host<P>* host_ = nullptr;
};

/// The light workers that are ready for a turn, in the order in which they became so, and those that wait for their time: one queue of
/// the carriers, under one lock. Nothing is allocated, so nobody is ever refused.
template <class P, class Task>
class ready_list {
 public:
  using time_point = typename P::clock::time_point;
  using seat = frame_cache;  // each carrier's own
  static constexpr bool bounded = false;

  /// What whoever changed the list owes the carriers.
  enum class owed : unsigned char { nothing, look, sooner };

  // --- what light workers and those who wake them do

  owed go_on(light_worker<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    append(contents_.write(), w);
    return owed::look;
  }
  owed go_on_at(light_worker<P>& w, time_point due, time_point now) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (w.called_off_) return append(c, w), owed::look;
    return arm(c, w, due, now);
  }
  owed call_off(light_worker<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (!w.armed()) return w.called_off_ = true, owed::nothing;
    w.called_off_ = true;
    c.wheel.remove(w);
    append(c, w);
    return owed::look;
  }
  /// A worker that has nothing to do rests until it is unparked, or until `until`. `look`: it was unparked before, and goes on.
  owed park(light_worker<P>& w, time_point until) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (std::exchange(w.permit_, false)) return owed::look;
    w.parked_ = true;
    return until == time_point::max() ? owed::nothing : arm(c, w, until, c.now);
  }
  owed unpark(light_worker<P>& w) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    if (!std::exchange(w.parked_, false)) return w.permit_ = true, owed::nothing;
    if (w.armed()) c.wheel.remove(w);
    append(c, w);
    return owed::look;
  }

  // --- what carriers do: a queue, and a timed one

  void join(seat&) noexcept {}
  bool try_pop(Task& out, seat&) noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    light_worker<P>* w = nullptr;
    if (c.first == nullptr || ++c.turns % turns_between_timers == 0) w = due(c);
    if (w == nullptr && c.first != nullptr) w = take_first(c);
    if (w == nullptr) return false;
    out = Task(*w, *host_);
    return true;
  }
  bool ready() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    return c.first != nullptr || (!c.wheel.empty() && c.wheel.next_due() <= P::clock::now());
  }
  bool empty() const noexcept {
    typename P::unique_lock lock(mutex_);
    return contents_.read().first == nullptr && contents_.read().wheel.empty();
  }
  std::size_t size() const noexcept {
    typename P::unique_lock lock(mutex_);
    return contents_.read().size;
  }
  void close() noexcept {}
  void reopen() noexcept {}
  /// Whoever asked sleeps until then and is told if it becomes sooner.
  time_point next_due() noexcept {
    typename P::unique_lock lock(mutex_);
    contents& c = contents_.write();
    return c.told = c.wheel.next_due();
  }

  /// Before anything else.
  void serve(light_host<P>& host) noexcept { host_ = &host; }

 private:
  static constexpr unsigned turns_between_timers = 32;  // so that workers that only yield do not keep time from passing

  struct contents {
    light_worker<P>* first = nullptr;
    light_worker<P>* last = nullptr;
    std::size_t size = 0;
    unsigned turns = 0;
    time_point now{};                       // when the clock was read last
    time_point told = time_point::max();  // what next_due() said last
    timer_wheel<P> wheel;
  };

  static void append(contents& c, light_worker<P>& w) noexcept {
    w.behind_ = nullptr;
    (c.first == nullptr ? c.first : c.last->behind_) = &w;
    c.last = &w;
    ++c.size;
  }
  static light_worker<P>* take_first(contents& c) noexcept {
    light_worker<P>* w = c.first;
    c.first = w->behind_;
    --c.size;
    return w;
  }
  static owed arm(contents& c, light_worker<P>& w, time_point at, time_point now) noexcept {
    c.wheel.insert(w, at, now);
    return c.wheel.next_due() < c.told ? owed::sooner : owed::nothing;
  }
  static light_worker<P>* due(contents& c) noexcept {
    if (c.wheel.empty()) return nullptr;
    auto* t = c.wheel.pop_due(c.now);
    if (t == nullptr) t = c.wheel.pop_due(c.now = P::clock::now());
    auto* w = static_cast<light_worker<P>*>(t);
    if (w != nullptr) w->parked_ = false;
    return w;
  }

  mutable typename P::mutex mutex_;
  typename P::template cell<contents> contents_;
  light_host<P>* host_ = nullptr;
};

/// The ready list as the policy that the carriers' engine asks for.
struct ready_queue {
  template <class P, class Task>
  using on = ready_list<P, Task>;
};

}  // namespace weir::engine

#endif
