// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CHANNEL_HPP
#define WEIR_CHANNEL_HPP

#include <weir/engine/coroutine/locked_wait.hpp>
#include <weir/platform/native.hpp>
#include <weir/platform/spacious.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace weir {

/// Items go from coroutines to coroutines, in order, each to one: `co_await c.send(std::move(x))`, `while (auto x = co_await c.receive())`.
/// At most `N` lie in it; with 0 a sender waits until somebody receives. Who waits holds no thread. First come, first served.
///
/// Every member may be used by any thread; only a co_await that has to wait needs a coroutine that a pool runs: it throws
/// std::logic_error elsewhere. Nobody may wait any more when it is destroyed; items that lie in it are destroyed then.
/// An item is moved under the channel's lock: that must not throw, and neither it nor the destructor of what is left may use the channel.
/// What is received lies in the frame of a coroutine, whose alignment is limited (see weir::basic_coroutine): send a std::unique_ptr to
/// what asks for more than 16 bytes of it.
/// Visibility: what was done before a send is seen by who receives that item.
/// Cost: an uncontended lock for each send and receive, two and a turn for one that waits; nothing allocates but the constructor, for more than 64 KiB of items.
/// A Go channel, but that to send into a closed one is an answer and no panic (Hoare, Communicating Sequential Processes, 1978).
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

  /// `co_await c.send(std::move(x))`: true when it is in the channel or with a receiver. False: the channel was closed, or the token
  /// stopped first, and `x` is as it was. Until then `x` stays where it is and must live, so await the call where it is made.
  [[nodiscard("weir: write co_await")]] sending send(T&& item, std::stop_token token = {}) noexcept {
    return {*this, item, std::move(token)};
  }
  /// `co_await c.receive()`: the next item; nothing when the channel is closed and empty, or when the token stopped first.
  [[nodiscard("weir: write co_await")]] receiving receive(std::stop_token token = {}) noexcept { return {*this, std::move(token)}; }

  /// As send, but waits for nothing: false also when there is no room, or with N = 0 nobody who waits to receive.
  [[nodiscard]] bool try_send(T&& item) {
    return at_once([&](book& b, waiting*& next) { return !b.closed && b.put(item, next); });
  }
  /// As receive, but waits for nothing.
  [[nodiscard]] std::optional<T> try_receive() {
    std::optional<T> item;
    static_cast<void>(at_once([&](book& b, waiting*& next) { return b.take(item, next); }));
    return item;
  }

  /// From here on nothing is sent: who waits to send is answered false, and receivers get what is in it and then nothing. May be repeated.
  void close() {
    typename waiting::line left;
    {
      typename P::unique_lock lock(mutex_);
      book& b = book_.write();
      b.closed = true;
      for (auto* l : {&b.senders, &b.receivers})
        while (waiting* w = waiting::first_of(*l, state::refused)) left.push_back(*w);
    }
    while (!left.empty()) {
      waiting& w = left.front();
      left.pop_front();
      w.resume();
    }
  }

 private:
  struct book {
    platform::spacious<std::array<std::optional<T>, N>> items;
    std::size_t first = 0;
    std::size_t size = 0;
    bool closed = false;
    typename waiting::line senders;    // of `sending`: there is no room
    typename waiting::line receivers;  // of `receiving`: there is no item

    /// To the first receiver that waits, or among the items. False when there is no room.
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
    /// The first item; the first sender that waits is rid of its own.
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
    return std::move(item_);
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
