// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_LINE_HPP
#define WEIR_ENGINE_LINE_HPP

#include <cstddef>

namespace weir::engine {

/// The submitters that wait for room, in the order in which they came. Each owns its place, on its own stack; the pool's lock
/// guards them all. Only the front one tries; whoever leaves calls the next one to the front.
template <class P>
class line {
 public:
  struct place {
    typename P::condition_variable turn;
    bool called = false;  // told to try again, and has not yet
    place* ahead = nullptr;
    place* behind = nullptr;
  };

  void join(place& p) noexcept {
    p.ahead = back_;
    (back_ != nullptr ? back_->behind : front_) = &p;
    back_ = &p;
    ++size_;
  }
  void leave(place& p) noexcept {
    (p.ahead != nullptr ? p.ahead->behind : front_) = p.behind;
    (p.behind != nullptr ? p.behind->ahead : back_) = p.ahead;
    --size_;
    call_front();
  }
  /// Under the lock, so that the place cannot go away before it has been notified.
  void call_front() noexcept {
    if (!wants_call()) return;
    front_->called = true;
    front_->turn.notify_one();
  }
  /// Is there a front one that would not notice room by itself?
  [[nodiscard]] bool wants_call() const noexcept { return front_ != nullptr && !front_->called; }
  [[nodiscard]] const place* front() const noexcept { return front_; }
  [[nodiscard]] bool empty() const noexcept { return front_ == nullptr; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  place* front_ = nullptr;
  place* back_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace weir::engine

#endif
