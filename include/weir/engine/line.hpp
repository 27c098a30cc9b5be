// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_LINE_HPP
#define WEIR_ENGINE_LINE_HPP

#include <weir/engine/light_worker.hpp>
#include <weir/engine/ready_list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// A number of tasks, in as many bits; the largest means that it does not matter how many there are.
inline constexpr unsigned call_at_bits = 25;
inline constexpr std::uint32_t at_any_room = (std::uint32_t{1} << call_at_bits) - 1;

/// The submitters that wait for room, in the order in which they came. Each owns its place, on its own stack; the pool's lock
/// guards them all. Only the front one tries; whoever leaves the front calls the next one to it. The front one waits at a condition
/// variable of the pool's, which can be notified without the lock; those behind at their own; coroutines at none.
template <class P>
class line {
 public:
  struct place {
    typename P::condition_variable turn;  // to be the front one
    bool called = false;                  // told to try again, and has not yet
    std::uint32_t call_at = at_any_room;  // as the front one it is to be called when no more tasks than these wait
    light_worker<P>* asleep = nullptr;    // a coroutine's that waits
    place* ahead = nullptr;
    place* behind = nullptr;
  };

  void join(place& p) noexcept {
    p.ahead = back_;
    (back_ != nullptr ? back_->behind : front_) = &p;
    back_ = &p;
    ++size_;
  }
  void leave(place& p) {
    (p.ahead != nullptr ? p.ahead->behind : front_) = p.behind;
    (p.behind != nullptr ? p.behind->ahead : back_) = p.ahead;
    --size_;
    if (p.ahead != nullptr || front_ == nullptr) return;
    front_->called = true;
    if (!went_on(*front_)) front_->turn.notify_one();  // under the lock, or the place might go away before
  }
  /// True: there is somebody to be notified, who has been called by this.
  [[nodiscard]] bool call_front() {
    if (!wants_call()) return false;
    front_->called = true;
    return !went_on(*front_);
  }
  /// Is there a front one that would not notice room by itself?
  [[nodiscard]] bool wants_call() const noexcept { return front_ != nullptr && !front_->called; }
  /// Is that a coroutine which goes on from there?
  [[nodiscard]] bool front_waits_in(const ready_list<P>& home) const noexcept {
    return front_ != nullptr && front_->asleep != nullptr && &front_->asleep->home() == &home;
  }
  [[nodiscard]] std::uint32_t call_at() const noexcept { return front_ == nullptr ? at_any_room : front_->call_at; }
  [[nodiscard]] const place* front() const noexcept { return front_; }
  [[nodiscard]] bool empty() const noexcept { return front_ == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The coroutines that have been called since this was asked last: whoever asks has them go on when the pool's lock is free, since
  /// their own pool may be this one, or wait for it.
  [[nodiscard]] light_worker<P>* take_woken() noexcept { return std::exchange(woken_, nullptr); }
  [[nodiscard]] bool has_woken() const noexcept { return woken_ != nullptr; }
  static void go_on(light_worker<P>* woken) {
    while (woken != nullptr) {
      auto& each = *std::exchange(woken, static_cast<light_worker<P>*>(woken->spare()));
      each.host().go_on(each);
    }
  }

 private:
  /// Is it a coroutine's place that waits? Then it goes on.
  bool went_on(place& p) noexcept {
    auto* const who = std::exchange(p.asleep, nullptr);
    if (who == nullptr) return false;
    who->spare() = woken_;
    woken_ = who;
    return true;
  }

  place* front_ = nullptr;
  place* back_ = nullptr;
  std::size_t size_ = 0;
  light_worker<P>* woken_ = nullptr;
};

}  // namespace weir::engine

#endif
