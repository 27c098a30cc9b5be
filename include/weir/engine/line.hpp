// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_LINE_HPP
#define WEIR_ENGINE_LINE_HPP

#include <weir/engine/light_worker.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// A number of tasks, in as many bits; the largest means that it does not matter how many there are.
inline constexpr unsigned call_at_bits = 24;
inline constexpr std::uint32_t at_any_room = (std::uint32_t{1} << call_at_bits) - 1;

/// The submitters that wait for room, in the order in which they came. The pool's lock guards them all. Only the front one is served; a
/// submitter that leaves the front makes the next one the front. A thread's place lies on its stack: the thread is called and tries again
/// itself, at the front at a condition variable of the pool's, which can be notified without the lock, behind the front at its own. A
/// coroutine's place lies in its frame: the thread that finds room posts the coroutine's task for it and then resumes it, so a coroutine
/// whose own pool has no worker free keeps no room from those behind it.
template <class P>
class line {
 public:
  struct place {
    explicit place(bool of_a_coroutine = false) noexcept : suspends(of_a_coroutine) {}

    typename P::condition_variable turn;  // a thread's, to become the front one
    bool called = false;                  // a thread's: told to try again, and has not yet
    std::uint32_t call_at = at_any_room;  // as the front one it is to be called when no more tasks than these wait
    const bool suspends;
    bool stands = false;                // is in the line
    light_worker<P>* asleep = nullptr;  // a coroutine that is to be resumed when it is answered
    place* ahead = nullptr;
    place* behind = nullptr;
  };

  void join(place& p) noexcept {
    p.stands = true;
    p.ahead = back_;
    (back_ != nullptr ? back_->behind : front_) = &p;
    back_ = &p;
    ++size_;
  }
  /// After it, whoever made the change must serve a coroutine that has become the front.
  void leave(place& p) {
    (p.ahead != nullptr ? p.ahead->behind : front_) = p.behind;
    (p.behind != nullptr ? p.behind->ahead : back_) = p.ahead;
    p.stands = false;
    --size_;
    if (p.ahead != nullptr || front_ == nullptr || front_->suspends) return;
    front_->called = true;
    front_->turn.notify_one();  // under the lock, or the place might go away before
  }
  /// The same for a coroutine's place, which has its answer. It is resumed when the lock has been given back.
  void leave_answered(place& p) {
    leave(p);
    auto* const who = std::exchange(p.asleep, nullptr);
    if (who == nullptr) return;  // it has not been suspended yet, and looks before it is
    who->spare() = woken_;
    woken_ = who;
  }
  /// Calls a thread at the front. True: it is to be notified.
  [[nodiscard]] bool call_front() {
    if (!wants_call() || front_->suspends) return false;
    return front_->called = true;
  }
  /// Is there a front one that would not notice room by itself?
  [[nodiscard]] bool wants_call() const noexcept { return front_ != nullptr && !front_->called; }
  /// The place at the front if it is a coroutine's.
  [[nodiscard]] place* suspended_front() const noexcept { return front_ != nullptr && front_->suspends ? front_ : nullptr; }
  /// The first place of a coroutine, wherever it is.
  [[nodiscard]] place* first_suspended() const noexcept {
    place* p = front_;
    while (p != nullptr && !p->suspends) p = p->behind;
    return p;
  }
  [[nodiscard]] std::uint32_t call_at() const noexcept { return front_ == nullptr ? at_any_room : front_->call_at; }
  [[nodiscard]] const place* front() const noexcept { return front_; }
  [[nodiscard]] bool empty() const noexcept { return front_ == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The coroutines that have been answered since the last call. The caller resumes them when the pool's lock is free, since their own
  /// pool may be this one, or wait for it.
  [[nodiscard]] light_worker<P>* take_woken() noexcept { return std::exchange(woken_, nullptr); }
  [[nodiscard]] bool has_woken() const noexcept { return woken_ != nullptr; }
  static void go_on(light_worker<P>* woken) {
    while (woken != nullptr) {
      auto& each = *std::exchange(woken, static_cast<light_worker<P>*>(woken->spare()));
      each.host().go_on(each);
    }
  }

 private:
  place* front_ = nullptr;
  place* back_ = nullptr;
  std::size_t size_ = 0;
  light_worker<P>* woken_ = nullptr;
};

}  // namespace weir::engine

#endif
