// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_BLOCKS_HPP
#define WEIR_ALGORITHM_BLOCKS_HPP

#include <weir/algorithm/fork_context.hpp>
#include <weir/platform/forced_unwind.hpp>
#include <weir/platform/order.hpp>
#include <weir/post_result.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <stop_token>
#include <utility>

namespace weir::engine {

/// What the pieces of one loop share: whether the rest of them is to be skipped, and why. It lies in the caller's frame.
template <class P>
class loop_end {
 public:
  explicit loop_end(std::stop_token token) noexcept : token_(std::move(token)) {}

  /// Asked before each block: nothing more is to be begun.
  [[nodiscard]] bool skips_the_rest() noexcept {
    if (token_.stop_requested()) cut_short();
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
/// thread may be free. A block is at most an eighth of what is left, or `small` elements: they may take longer than those before them. After elements
/// that fork, or run loops, by the context that they are given, it is one element: they count the ticks that measure a block.
///
/// Body(here, first, last) does a block; body.split() makes the body of a right half; body.join(right) takes over its result.
template <class Pool, class Body>
class loop_piece {
 public:
  using P = typename Pool::platform_type;

  loop_piece(loop_end<P>& end, bool coarse, std::size_t small, Body& body) noexcept
      : end_(end), coarse_(coarse), small_(small), body_(body) {}

  void run(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    while (first != last && !end_.skips_the_rest()) {
      if (coarse_ && last - first > 1) return split(here, first, last);
      here.limit_ticks(std::max(small_, (last - first) / 8));
      const std::size_t block = elements_use_the_context_ ? 1 : std::min(last - first, here.ticks_left());
      const std::size_t before = here.ticks();
      if (!contained([&] { body_(here, first, first + block); })) return;
      elements_use_the_context_ = here.ticks() != before;
      first += block;
      static_cast<void>(here.tick(block, last - first));
      if (!here.takes_due() || first == last || !here.wants_a_job()) continue;
      if (here.keeps_jobs())
        here.promote_oldest();
      else if (last - first > 1)
        return split(here, first, last);
    }
  }

 private:
  void split(fork_context<Pool>& here, std::size_t first, std::size_t last) {
    const std::size_t middle = first + (last - first) / 2;
    static_cast<void>(contained([&] {
      Body right_body = body_.split();
      bool by_another = false;
      const auto right = [&](fork_context<Pool>& any) {
        if (&any == &here) return run(here, middle, last);  // no other thread has taken it: the left half just goes on
        by_another = true;
        loop_piece(end_, coarse_, small_, right_body).run(any, middle, last);
      };
      here.fork([&](fork_context<Pool>&) { run(here, first, middle); }, right, true);
      if (by_another && !end_.is_cut_short()) body_.join(std::move(right_body));
    }));
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
  bool elements_use_the_context_ = false;  ///< those of the last block did
  Body& body_;
};

/// Runs a loop over [0, n) and returns when all of its blocks have ended. False: elements were skipped because a stop was requested.
template <class Where, class Body>
bool run_blocks(Where& where, std::size_t n, Body& body, std::stop_token token) {
  return with_context(where, [&]<class Pool>(fork_context<Pool>& here) {
    using context = fork_context<Pool>;
    bool coarse = n <= few_elements;
    static constexpr char kind = 0;  // its address is that of loops over this type of body
    const bool fast = here.enter_loop(&kind);
    if constexpr (is_fork_context<Where>) {
      coarse = coarse && n > 1 && !fast && here.may_promote_at_once(n);
      if (!coarse && n <= handful && n < here.ticks_left()) {  // one block, after which the clock would not be looked at
        if (token.stop_requested()) return n == 0;
        static_cast<void>(here.tick(n));
        if (n != 0) body(here, 0, n);
        return true;
      }
    }
    const bool outermost = !is_fork_context<Where>;
    const std::size_t small = std::max(n / 32, outermost ? 1 : context::ticks_of_forks);
    loop_end<typename Pool::platform_type> end(std::move(token));
    if (!outermost) here.limit_ticks(std::max(n / 8, fast ? few_elements : handful));  // what was fast before were other elements, perhaps
    here.delay_look(std::clamp<std::size_t>(n / 256, 1, 16));
    loop_piece<Pool, Body>(end, coarse, small, body).run(here, 0, n);
    here.limit_ticks(context::ticks_of_forks);
    return end.result();
  });
}

}  // namespace weir::engine

#endif
