// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_LOOP_LENGTHS_HPP
#define WEIR_ENGINE_TASK_LOOP_LENGTHS_HPP

#include <weir/platform/order.hpp>

#include <cstdint>

namespace weir::engine {

/// Whether the parallel loops that a pool was given were long the last time, by the kind of loop, which is the type of its body. A call expects of its kind
/// what the last one was, as a processor expects of a branch: a wrong guess costs a wake-up in vain, or a helper that begins an element later.
///
/// A kind is told by an address of its own, which is hashed: two kinds may share a bit.
template <class P>
class loop_lengths {
 public:
  /// A loop that is being called.
  class call {
   public:
    /// Null: of a pool that remembers no loops.
    explicit call(loop_lengths* all) noexcept : all_(all) {
      // [LOOP-1] relaxed, alone: as in is_set().
      if (all_ != nullptr) is_alone_ = all_->calls_.fetch_add(1, std::memory_order_relaxed) == 0;
    }
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    ~call() {
      // [LOOP-1] relaxed, alone: likewise.
      if (all_ != nullptr) all_->calls_.fetch_sub(1, std::memory_order_relaxed);
    }

    /// The last call of this kind was long.
    [[nodiscard]] bool expects_long(const void* kind) const noexcept { return all_ != nullptr && all_->was_long(kind); }
    /// The last call of this kind was not, and no other loop was being called when this one began: where a recursion calls loops of one kind, most of them
    /// are brief, and the outer ones long.
    [[nodiscard]] bool expects_brief(const void* kind) const noexcept { return is_alone_ && all_->was_brief(kind); }

   private:
    loop_lengths* const all_;
    bool is_alone_ = false;
  };

  [[nodiscard]] bool was_long(const void* kind) const noexcept { return is_set(long_, kind); }
  [[nodiscard]] bool was_brief(const void* kind) const noexcept { return is_set(brief_, kind); }
  /// After a call. It writes only what has changed, so that many callers read without a miss. Calls that end at the same time may leave a kind that was
  /// both, until the next one ends.
  void note(const void* kind, bool is_long) noexcept {
    set(long_, kind, is_long);
    set(brief_, kind, !is_long);
  }

 private:
  using word = typename P::template atomic<std::uint64_t>;

  static bool is_set(const word& w, const void* kind) noexcept {
    // [LOOP-1] relaxed, alone: a hint, on which only times depend.
    return (w.load(std::memory_order_relaxed) & bit_of(kind)) != 0;
  }
  static void set(word& w, const void* kind, bool on) noexcept {
    if (is_set(w, kind) == on) return;
    // [LOOP-1] relaxed, alone: likewise.
    static_cast<void>(on ? w.fetch_or(bit_of(kind), std::memory_order_relaxed) : w.fetch_and(~bit_of(kind), std::memory_order_relaxed));
  }
  /// Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4): addresses that follow each other get bits far apart.
  static std::uint64_t bit_of(const void* kind) noexcept {
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15;
    return std::uint64_t{1} << (static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(kind)) * golden_ratio >> 58);
  }

  typename P::template atomic<unsigned> calls_{0};
  word long_{0};
  word brief_{0};
};

/// Of a pool that remembers them; else null.
template <class Pool>
[[nodiscard]] loop_lengths<typename Pool::platform_type>* loop_lengths_of(Pool& pool) noexcept {
  if constexpr (requires { pool.loop_lengths(); })
    return pool.loop_lengths();
  else
    return nullptr;
}

}  // namespace weir::engine

#endif
