// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_PLACE_NOTE_HPP
#define WEIR_PLATFORM_PLACE_NOTE_HPP

#include <weir/platform/where.hpp>

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::platform {

/// Where the task was posted that a worker runs, if its post said so. The worker writes it, and other threads read it. Several may be written as one.
template <class P>
class place_note {
 public:
  place_note() = default;
  place_note(const place_note&) = delete;
  place_note& operator=(const place_note&) = delete;

  /// Chains the notes of several observers: exchange() of the last one writes them all. Called before anything is written. Null: `before` is none.
  /// Returns the last of the chain.
  place_note* behind(place_note* before) noexcept {
    if (before != nullptr) before->next_ = this;
    return next_ == nullptr ? this : next_->behind(nullptr);
  }

  /// Returns what it was before.
  std::optional<where> exchange(std::optional<where> now) {
    if (next_ != nullptr) next_->exchange(now);
    typename P::unique_lock lock(mutex_);
    return std::exchange(place_.write(), now);
  }
  [[nodiscard]] std::optional<where> get() const {
    typename P::unique_lock lock(mutex_);
    return place_.read();
  }
  /// The same for the worker itself, until it forgets it: where the task of its turn was posted, which may have ended, and none that this one runs.
  void of_turn(const where& at) noexcept {
    if (next_ != nullptr) next_->of_turn(at);
    turn_.write() = at;
  }
  [[nodiscard]] std::optional<where> of_turn() const noexcept { return turn_.read(); }
  void forget_turn() noexcept { turn_.write() = std::nullopt; }

 private:
  mutable typename P::mutex mutex_;
  typename P::template cell<std::optional<where>> place_;
  typename P::template cell<std::optional<where>> turn_;
  place_note* next_ = nullptr;
};

/// The place_note of a worker's observer, which may be one of several; null if none has one. A user's observer may have another thing of that name.
template <class P, class Counts>
[[nodiscard]] auto* place_note_in(Counts& counts) noexcept {
  using note = std::conditional_t<std::is_const_v<Counts>, const place_note<P>, place_note<P>>;
  note* found = nullptr;
  if constexpr (requires { requires std::is_same_v<std::remove_cvref_t<decltype(counts.posted_at)>, place_note<P>>; })
    found = &counts.posted_at;
  else if constexpr (requires { std::get<0>(counts.own); })
    std::apply([&found](auto&... each) { static_cast<void>((((found = place_note_in<P>(each)) != nullptr) || ...)); }, counts.own);
  return found;
}

}  // namespace weir::platform

#endif
