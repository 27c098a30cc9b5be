// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_BACKOFF_HPP
#define WEIR_PLATFORM_BACKOFF_HPP

namespace weir::platform {

/// Exponential backoff after a failed compare-and-swap, so that the winner keeps the word in its cache for a while (Anderson, 1990).
/// Without it two threads that share a queue of tiny tasks pass its words to and fro, several cache misses per task; with it each
/// runs ahead for some microseconds in turn. Tasks of a microsecond or more seldom race.
template <class P>
class backoff {
 public:
  static constexpr unsigned usual = 128;  ///< pauses of 10 to 50 ns
  /// Begins with so many pauses.
  explicit backoff(unsigned pauses = usual) noexcept : pauses_(pauses) {}

  void operator()() noexcept {
    for (unsigned n = 0; n < pauses_; ++n) P::relax();
    if (pauses_ < most) pauses_ *= 2;
  }

 private:
  static constexpr unsigned most = 512;  // pauses of 10 to 50 ns: some microseconds, less than a sleep costs
  unsigned pauses_;
};

}  // namespace weir::platform

#endif
