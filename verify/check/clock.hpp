// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_CLOCK_HPP
#define WEIR_VERIFY_CHECK_CLOCK_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>

namespace weir::verify::checked {

using checker::max_threads;

/// A vector clock: how far each thread had come in what is known here. Of threads from some number on nothing is: they are at 0.
class clock {
 public:
  std::uint32_t fence = 0;  ///< the step of the latest sequentially consistent fence that is known here

  clock() {}  // the numbers of no thread are left as they are
  clock(const clock& o) : fence(o.fence), known_(o.known_) { std::copy_n(o.of_, known_, of_); }
  clock& operator=(const clock& o) {
    fence = o.fence;
    known_ = o.known_;
    if (this != &o) std::copy_n(o.of_, known_, of_);
    return *this;
  }
  ~clock() = default;

  [[nodiscard]] std::uint32_t of(unsigned t) const { return t < known_ ? of_[t] : 0; }
  /// Whether what thread `t` did at its time `epoch` is known here.
  [[nodiscard]] bool has(unsigned t, std::uint32_t epoch) const { return epoch <= of(t); }

  /// The time of thread `t`, whose clock this is, goes on.
  void go_on(unsigned t) {
    for (; known_ <= t; ++known_) of_[known_] = 0;
    ++of_[t];
  }
  void join(const clock& o) {
    const unsigned both = std::min(known_, o.known_);
    for (unsigned t = 0; t != both; ++t) of_[t] = std::max(of_[t], o.of_[t]);
    for (; known_ < o.known_; ++known_) of_[known_] = o.of_[known_];
    fence = std::max(fence, o.fence);
  }

 private:
  unsigned known_ = 0;
  std::uint32_t of_[max_threads];
};

/// What a thread knows. `happened` is the order of the C++ memory model, and judges data races. `seen` is what its loads may not be older
/// than: all of that, and what fences of the total order add to it.
struct knowledge {
  clock happened;
  clock seen;

  void join(const knowledge& o, bool fences) {
    happened.join(o.happened);
    if (fences) seen.join(o.seen);
  }
};

}  // namespace weir::verify::checked

#endif
