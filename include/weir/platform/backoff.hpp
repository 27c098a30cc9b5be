// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_BACKOFF_HPP
#define WEIR_PLATFORM_BACKOFF_HPP

namespace weir::platform {

/// For the loser of a race for one word: keeps off it, twice as long each time, so that the winner finds it in its cache for a
/// while (Anderson, 1990). Without it two threads that share a queue of tiny tasks hand its words to and fro, several cache
/// misses a task; with it one runs ahead for some microseconds and then the other. Tasks of a microsecond or more seldom race.
template <class P>
class backoff {
 public:
  void operator()() noexcept {
    for (unsigned n = 0; n < pauses_; ++n) P::relax();
    if (pauses_ < most) pauses_ *= 2;
  }

 private:
  static constexpr unsigned most = 512;  // a pause takes 10 to 50 ns: microseconds, less than a sleep costs
  unsigned pauses_ = 128;
};

}  // namespace weir::platform

#endif
