// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CHANNEL_HPP
#define WEIR_CHANNEL_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/platform/boxed_if_large.hpp>
#include <weir/platform/native.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

/// A FIFO channel between coroutines; each item has one receiver: `co_await c.send(std::move(x))`, `while (auto x = co_await c.receive())`. At most
/// `N` items are buffered; with N = 0 a sender waits until its item is received. A waiter holds no thread. Waiters are served in FIFO order.
///
/// Every member may be called from any thread; only a co_await that has to wait must be in a coroutine that a pool runs: elsewhere it throws
/// std::logic_error. A thread writes `c.receive().wait()`, `.wait_for(d)` or `.wait_until(t)` instead, and sleeps meanwhile. Nothing may be waiting
/// when the channel is destroyed; items in it are destroyed then.
/// An item is moved under the channel's lock: that must not throw, and neither the move nor the destructor of the moved-from item may use the
/// channel. A received item lies in the frame of a coroutine, whose alignment is limited (see weir::basic_coroutine): if it needs more than 16
/// bytes of alignment, send a std::unique_ptr to it.
/// Visibility: what was done before a send is seen by the receiver of that item.
/// Cost: an uncontended lock per send and receive; for one that waits, two and a turn. Only the constructor allocates, for more than 64 KiB of
/// items.
/// A Go channel, except that a send into a closed one returns false instead of panicking (Hoare, Communicating Sequential Processes, 1978).
template <class T, std::size_t N, class P>
class basic_channel {
  static_assert(std::is_nothrow_move_constructible_v<T>,
                "weir: a channel moves its items under its lock, so T's move constructor must be noexcept; send a std::unique_ptr<T>");

  using waiting = engine::waiting<P>;
  using state = typename waiting::state;

 public:
  class sending;
  class receiving;

  basic_channel() = default;
  basic_channel(const basic_channel&) = delete;
  basic_channel& operator=(const basic_channel&) = delete;

  /// `co_await c.send(std::move(x))`: true when the item is in the channel or with a receiver. False: the channel was closed or the token stopped
  /// first, and `x` is unchanged. `x` is referred to until then and must live, so await the call in the expression that makes it.
  [[nodiscard("weir: write co_await, or .wait() in a thread")]] sending send(T&& item, std::stop_token token = {}) noexcept {
    return {*this, item, std::move(token)};
  }
  /// `co_await c.receive()`: the next item; empty when the channel is closed and empty, or when the token was stopped first.
  [[nodiscard("weir: write co_await, or .wait() in a thread")]] receiving receive(std::stop_token token = {}) noexcept {
    return {*this, std::move(token)};
  }

  /// As send, but does not wait: false also when there is no room, or with N = 0 no waiting receiver.
  [[nodiscard]] bool try_send(T&& item) {
    return at_once([&](book& b, waiting*& next) { return !b.closed && b.put(item, next); });
  }
  /// As receive, but does not wait.
  [[nodiscard]] std::optional<T> try_receive() {
    std::optional<T> item;
    static_cast<void>(at_once([&](book& b, waiting*& next) { return b.take(item, next); }));
    return item;
  }

  /// Closes the channel: waiting and later sends return false, and receivers get the items that are left and then nothing. May be repeated.
  void close() {
    typename waiting::line left;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      b.closed = true;
      for (auto* l : {&b.senders, &b.receivers})
        while (waiting* w = waiting::first_of(*l, state::refused)) left.push_back(*w);
    }
    waiting::resume_all(left);
  }

 private:
  struct book {
    platform::boxed_if_large<std::array<std::optional<T>, N>> items;
    std::size_t first = 0;
    std::size_t size = 0;
    bool closed = false;
    typename waiting::line senders;  // of type `sending`, that wait for room
    typename waiting::line receivers;  // of type `receiving`, that wait for an item

    /// Moves the item to the first waiting receiver, else into the buffer. False when there is no room.
    bool put(T& item, waiting*& next) noexcept {
      next = waiting::first_of(receivers, state::served);
      if (next != nullptr) {
        static_cast<receiving*>(next)->item_.emplace(std::move(item));
        return true;
      }
      return keep(item);
    }
    bool keep(T& item) noexcept {
      if (size == N) return false;
      if constexpr (N != 0) (*items)[(first + size++) % N].emplace(std::move(item));
      return true;
    }
    /// Takes the first item. The first waiting sender's item then moves into the buffer or, with an empty one, is taken.
    bool take(std::optional<T>& into, waiting*& next) noexcept {
      if (N == 0 || size == 0) {
        next = waiting::first_of(senders, state::served);
        if (next == nullptr) return false;
        into.emplace(std::move(static_cast<sending*>(next)->item_));
        return true;
      }
      if constexpr (N != 0) {
        into.emplace(std::move(*(*items)[first]));
        (*items)[first].reset();
        first = (first + 1) % N;
        --size;
        next = waiting::first_of(senders, state::served);
        if (next != nullptr) keep(static_cast<sending*>(next)->item_);
      }
      return true;
    }
  };

  template <class Act>
  bool at_once(Act act) {
    waiting* next = nullptr;
    {
      typename P::unique_lock lock(mutex_);
      if (!act(book_.write(), next)) return false;
    }
    if (next != nullptr) next->resume();
    return true;
  }

  typename P::mutex mutex_;
  typename P::template cell<book> book_;
};

template <class T, std::size_t N, class P>
class basic_channel<T, N, P>::sending : public engine::locked_wait<sending, P> {
 public:
  sending(basic_channel& c, T& item, std::stop_token token) noexcept
      : engine::locked_wait<sending, P>(std::move(token)), c_(c), item_(item) {}
  bool await_resume() noexcept { return this->ended() == state::served; }

 private:
  friend basic_channel;
  friend engine::locked_wait<sending, P>;
  auto& mutex() const noexcept { return c_.mutex_; }
  auto& line() const noexcept { return c_.book_.write().senders; }
  state attempt(waiting*& next) const noexcept {
    book& b = c_.book_.write();
    if (b.closed) return state::refused;
    return b.put(item_, next) ? state::served : state::in_line;
  }

  basic_channel& c_;
  T& item_;
};

template <class T, std::size_t N, class P>
class basic_channel<T, N, P>::receiving : public engine::locked_wait<receiving, P> {
 public:
  receiving(basic_channel& c, std::stop_token token) noexcept : engine::locked_wait<receiving, P>(std::move(token)), c_(c) {}
  std::optional<T> await_resume() noexcept {
    static_cast<void>(this->ended());
    std::optional<T> received = std::move(item_);
    item_.reset();  // for another co_await
    return received;
  }

 private:
  friend basic_channel;
  friend engine::locked_wait<receiving, P>;
  auto& mutex() const noexcept { return c_.mutex_; }
  auto& line() const noexcept { return c_.book_.write().receivers; }
  state attempt(waiting*& next) noexcept {
    book& b = c_.book_.write();
    if (b.take(item_, next)) return state::served;
    return b.closed ? state::refused : state::in_line;
  }

  basic_channel& c_;
  std::optional<T> item_;
};

template <class T, std::size_t N = 0>
using channel = basic_channel<T, N, platform::native>;

}  // namespace weir

#endif
