// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_BLOCKS_HPP
#define WEIR_ALGORITHM_BLOCKS_HPP

#include <weir/algorithm/unrolled_context.hpp>
#include <weir/engine/task/loop_lengths.hpp>
#include <weir/platform/cache_line.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/post_result.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <stop_token>
#include <utility>

namespace weir::engine {

/// What the pieces of one loop share: whether the rest of them is to be skipped, and why. It lies in the caller's frame, and all threads read it before
/// each block: on a cache line of its own, because the caller writes to other parts of that frame meanwhile.
template <class P>
class alignas(platform::cache_line) loop_end {
 public:
  explicit loop_end(std::stop_token token) noexcept : token_(std::move(token)) {}

  /// Asked before each block: nothing more is to be begun.
  [[nodiscard]] bool skips_the_rest() noexcept {
    if (platform::stop_requested<P>(token_)) cut_short();
    return is_cut_short();
  }
  [[nodiscard]] bool is_cut_short() const noexcept {
    // [FORK-4] relaxed, alone: a hint, until the pieces have been joined, which orders.
    return cut_short_.load(std::memory_order_relaxed);
  }
  /// The first exception is kept. Null: the thread was ended.
  void failed(std::exception_ptr thrown) noexcept {
    cut_short();
    // [FORK-4] relaxed, alone: chooses one thread; the joins order what it writes.
    if (!failed_.exchange(true, std::memory_order_relaxed)) thrown_.write() = std::move(thrown);
  }

  /// Called when all pieces have been joined. Throws the first exception. False: elements were skipped because a stop was requested.
  bool result() {
    // [FORK-4] relaxed, alone: likewise.
    if (failed_.load(std::memory_order_relaxed)) {
      if (std::exception_ptr first = std::exchange(thrown_.write(), nullptr)) std::rethrow_exception(std::move(first));
      throw not_run(post_result::cancelled);
    }
    return !is_cut_short();
  }

 private:
  void cut_short() noexcept {
    // [FORK-4] relaxed, alone: as in is_cut_short().
    cut_short_.store(true, std::memory_order_relaxed);
  }

  const std::stop_token token_;
  typename P::template atomic<bool> cut_short_{false};
  typename P::template atomic<bool> failed_{false};
  typename P::template cell<std::exception_ptr> thrown_;
};

/// Ranges of at most so many elements are taken to be coarse: every element is offered to a thread of its own at once.
inline constexpr std::size_t few_elements = 32;
/// A loop by a context runs so many elements without a look at the clock or the token, whatever came before it: a look costs as much as they may.
inline constexpr std::size_t handful = 8;

/// A contiguous part of a loop, on one thread. It runs in blocks whose size follows the time they take, and splits what is left in halves when another
/// thread may be free. A block is at most an eighth of what is left, or `small` elements: they may take longer than those before them.
///
/// Elements that are given the context may fork, or run loops, with it. A block then is at most an eighth of what is left, and one element after one
/// that did so: it counted the ticks that measure a block. What follows the block is kept as the second half of a fork, so that it can be promoted
/// during the block, unless the thread keeps enough already: in nested loops, the outer ones are shared, which are worth it.
///
/// Body(here, first, last) does a block; body.split() makes the body of a right half; body.join(right) takes over its result.
template <class Pool, class Body>
class loop_piece {
 public:
  using P = typename Pool::platform_type;
  static constexpr char kind = 0;  ///< its address is that of loops over this type of body

  loop_piece(loop_end<P>& end, bool coarse, std::size_t small, Body& body) noexcept
      : end_(end), coarse_(coarse), small_(small), body_(body) {}

  void run(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    while (first != last && !end_.skips_the_rest()) {
      const bool at_once = coarse_ && last - first > 1;
      const std::size_t block = block_of(here, last - first);
      if (at_once || (elements_fork_ && block != last - first && !here.keeps_enough())) return run_and_keep(here, first, last, at_once);
      if (!run_block(here, first, block, last)) return;
      first += block;
      if (first == last || !here.takes_due() || !here.wants_a_job()) continue;
      if (here.keeps_jobs())
        here.promote_oldest();
      else
        return run_and_share(here, first, last);
    }
  }
  /// The same, and the right half is promoted before the first block begins. One element has none.
  void run_and_share(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    last - first > 1 ? run_and_keep(here, first, last, true) : run(here, first, last);
  }

 private:
  /// What follows the block that the thread is in, as the second half of a fork. When it is promoted, the thread keeps the left half of it.
  class rest {
   public:
    rest(loop_piece& whole, fork_context<Pool>& here, std::size_t first, std::size_t last) noexcept
        : whole_(whole), here_(here), first_(first), last_(last) {}

    void begin_at(std::size_t first) noexcept { first_ = first; }
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    [[nodiscard]] bool is_split() const noexcept { return is_split_; }
    /// By the forking thread.
    void before_promotion() noexcept {
      is_split_ = true;
      first_ += (last_ - first_) / 2;
      if (!whole_.contained([&] { body_.emplace(whole_.body_.split()); })) first_ = last_;
    }
    void operator()(fork_context<Pool>& any) {
      if (&any == &here_) return whole_.run(any, first_, last_);  // no other thread has taken it
      by_another_ = body_.has_value();
      if (by_another_) loop_piece(whole_.end_, whole_.coarse_, whole_.small_, *body_).run(any, first_, last_);
    }
    void join() {
      if (by_another_ && !whole_.end_.is_cut_short()) whole_.body_.join(std::move(*body_));
    }

   private:
    loop_piece& whole_;
    fork_context<Pool>& here_;
    std::size_t first_;
    const std::size_t last_;
    bool is_split_ = false, by_another_ = false;
    std::optional<Body> body_;
  };

  void run_and_keep(fork_context<Pool>& here, std::size_t first, std::size_t last, bool at_once) {
    static_cast<void>(contained([&] {
      rest right(*this, here, first, last);
      const auto left = [&](fork_context<Pool>&) {
        while (!right.is_split() && !end_.skips_the_rest()) {
          const std::size_t block = block_of(here, last - first);
          if (block == last - first) break;  // nothing would follow it
          right.begin_at(first + block);
          if (!run_block(here, first, block, last)) return;
          first += block;
          if (here.takes_due()) here.promote_oldest();
        }
        if (right.is_split()) run(here, first, right.first());
      };
      here.fork(left, right, at_once);
      right.join();
    }));
  }

  [[nodiscard]] std::size_t block_of(fork_context<Pool>& here, std::size_t left) const noexcept {
    here.limit_ticks(std::max(small_, left / 8));
    if (elements_use_the_context_) return 1;
    return std::min(elements_fork_ ? std::max<std::size_t>(left / 8, 1) : left, here.ticks_left());
  }
  /// False: it threw.
  bool run_block(fork_context<Pool>& here, std::size_t first, std::size_t block, std::size_t last) {
    const std::size_t before = here.ticks();
    if (!contained([&] { body_(here, first, first + block); })) return false;
    elements_use_the_context_ = here.ticks() != before;
    static_cast<void>(here.tick_elements(block, last - first - block, &kind));
    return true;
  }

  template <class F>
  bool contained(F f) {
    struct unwinding {
      loop_end<P>* end;
      ~unwinding() {
        if (end != nullptr) end->failed(nullptr);
      }
    } thread_ends{&end_};
    try {
      f();
      thread_ends.end = nullptr;
      return true;
    } catch (...) {
      platform::pass_on_forced_unwind();
      end_.failed(std::current_exception());
      thread_ends.end = nullptr;
    }
    return false;
  }

  loop_end<P>& end_;
  const bool coarse_;
  const std::size_t small_;
  static constexpr bool elements_fork_ = Body::template takes_context<Pool>;
  bool elements_use_the_context_ = elements_fork_;  ///< those of the last block did
  Body& body_;
};

/// Runs a loop over [0, n) and returns when all of its blocks have ended. False: elements were skipped because a stop was requested.
template <class Where, class Body>
bool run_blocks(Where& where, std::size_t n, Body& body, std::stop_token token) {
  return with_context(where, [&]<class Pool>(fork_context<Pool>& here) {
    using context = fork_context<Pool>;
    bool coarse = n <= few_elements;
    using piece = loop_piece<Pool, Body>;
    // Elements that use the context reset the clock: their loops are neither measured nor expected to be of any length.
    auto* const lengths = is_fork_context<Where> || Body::template takes_context<Pool> ? nullptr : loop_lengths_of(here.pool());
    if (lengths != nullptr) here.measure(n);
    const typename loop_lengths<typename Pool::platform_type>::call call(lengths);
    coarse = coarse && !call.expects_brief(&piece::kind);
    const bool fast = here.was_fast(&piece::kind);
    if constexpr (is_fork_context<Where>) {
      coarse = coarse && n > 1 && !fast && here.may_promote_at_once(n);
      const bool keeps_nothing = !Body::template takes_context<Pool> || here.keeps_enough();
      // One block, without a split: too little to be shared, or the context keeps larger parts of outer loops.
      if (!coarse && keeps_nothing && (fast ? n <= few_elements : n <= handful && n < here.ticks_left())) {
        if (platform::stop_requested<typename Pool::platform_type>(token)) return n == 0;
        if (here.tick_elements(n, 0, &piece::kind)) here.promote_oldest();
        if (n != 0) body(here, 0, n);
        return true;
      }
    }
    const bool outermost = !is_fork_context<Where>;
    const std::size_t small = std::max(n / 32, outermost ? 1 : context::ticks_of_forks);
    loop_end<typename Pool::platform_type> end(std::move(token));
    if (!outermost) here.limit_ticks(std::max(n / 8, fast ? few_elements : handful));  // what was fast before were other elements, perhaps
    here.delay_look(std::clamp<std::size_t>(n / 256, 1, 16));
    piece whole(end, coarse, small, body);
    if (!coarse && call.expects_long(&piece::kind))
      whole.run_and_share(here, 0, n);
    else
      whole.run(here, 0, n);
    here.limit_ticks(context::ticks_of_forks);
    if (lengths != nullptr && !end.is_cut_short()) lengths->note(&piece::kind, here.measured_long());
    return end.result();
  });
}

}  // namespace weir::engine

#endif
