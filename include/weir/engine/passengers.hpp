// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_PASSENGERS_HPP
#define WEIR_ENGINE_PASSENGERS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/ready_list.hpp>
#include <weir/engine/traveller.hpp>
#include <weir/platform/order.hpp>

#include <coroutine>
#include <cstddef>
#include <forward_list>
#include <type_traits>
#include <utility>

namespace weir::engine {

struct no_seat {};
struct no_turns {};

/// The light worker of a coroutine on a pool of threads: it gets on where it begins, has its turns on whatever worker has time, and gets
/// off at its end.
template <class C>
class passenger : public traveller<typename C::platform> {
  using P = typename C::platform;

 public:
  explicit passenger(ready_list<P>& home) noexcept { this->home_ = &home; }

  bool travelled(frame<P>& here) {
    if (!arrived_) return traveller<P>::travelled(here);
    this->task().enter(here);
    here.ended = std::exchange(arrived_, nullptr);
    return true;
  }
  /// It has come to its end away from home, where its next turn is the last.
  void arrived(std::coroutine_handle<> ended) noexcept { arrived_ = ended; }

  /// What a queue that hears of a task's end knows it by.
  [[no_unique_address]] std::conditional_t<hears_of_the_end<typename C::queue>, typename C::seat, no_seat> seat;

 private:
  std::coroutine_handle<> arrived_;
};

/// Whose turn it is.
template <class P>
class turns_of_passengers : public ready_list<P> {
 public:
  /// One of them, while it is under way.
  class turn {
   public:
    explicit turn(turns_of_passengers& all) noexcept : all_(all) {
      // [TURN-1] relaxed, alone: a number for whoever asks how many wait.
      all_.under_way_.fetch_add(1, std::memory_order_relaxed);
    }
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() {
      // [TURN-1] relaxed, alone: as above.
      all_.under_way_.fetch_sub(1, std::memory_order_relaxed);
    }

   private:
    turns_of_passengers& all_;
  };

  /// Turns that are under way or ready.
  [[nodiscard]] std::size_t at_hand() const noexcept {
    // [TURN-1] relaxed, alone: as above.
    return this->size() + under_way_.load(std::memory_order_relaxed);
  }

 private:
  typename P::template atomic<std::size_t> under_way_{0};
};

/// The passengers of one pool. Guarded by the pool's lock. Records are reused and live as long as the pool.
template <class C, bool Carries = C::carries>
class passengers {
 public:
  /// Is there one?
  [[nodiscard]] bool aboard() const noexcept { return count_ != 0; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// Was there ever one?
  [[nodiscard]] bool known() const noexcept { return !all_.empty(); }

  /// Throws std::bad_alloc.
  passenger<C>& get_on(ready_list<typename C::platform>& home) {
    if (blank_ == nullptr) blank_ = &all_.emplace_front(home);
    ++count_;
    return *std::exchange(blank_, static_cast<passenger<C>*>(blank_->spare()));
  }
  void get_off(passenger<C>& p) noexcept {
    p.spare() = blank_;
    blank_ = &p;
    --count_;
  }

 private:
  std::size_t count_ = 0;
  passenger<C>* blank_ = nullptr;
  std::forward_list<passenger<C>> all_;
};
template <class C>
class passengers<C, false> {
 public:
  static constexpr bool aboard() noexcept { return false; }
  static constexpr bool known() noexcept { return false; }
};

}  // namespace weir::engine

#endif
