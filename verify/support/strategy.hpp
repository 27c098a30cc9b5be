// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_STRATEGY_HPP
#define WEIR_VERIFY_SUPPORT_STRATEGY_HPP

#include <cstdint>
#include <string>

namespace weir::verify::checker {

/// Threads that one execution may have: the random priorities of an execution depend on it.
inline constexpr int max_threads = 128;

/// Steps after which a thread that could go on gives way to others.
inline constexpr unsigned usual_stretch = 200;

/// Executions 1 to walk_block, and each further block of so many, depend on nothing before them: blocks can be shared out.
inline constexpr std::uint64_t walk_block = 100;

/// What a number is chosen for; a search goes through some kinds more sparingly than through others.
enum class choice {
  any,
  old_value,    ///< 0 is the newest value of an atomic, and higher numbers are older ones
  odd_failure,  ///< 0 is no failure, and 1 one for no reason
  reuse         ///< of freed memory: 1 is at once
};

/// What can happen next at a switch point.
struct options {
  int current;         ///< the running thread if it can go on, else -1
  const int* running;  ///< threads that can go on
  int running_count;
  const int* timed;  ///< threads in a timed wait whose deadline may come now
  int timed_count;
  bool yields;  ///< the current thread asked that another run
  const void* const* coming;  ///< of each thread, the object of its next step: an atomic, a lock, or null if that is not known
  [[nodiscard]] int count() const { return running_count + timed_count; }
};

/// A way through the schedules. Its containers must not use the heap under test: outside_vector, or none.
class strategy {
 public:
  strategy() = default;
  strategy(const strategy&) = delete;
  strategy& operator=(const strategy&) = delete;
  virtual ~strategy() = default;

  virtual void begin(std::uint64_t execution) = 0;
  /// An index: below running_count a thread to go on, from there on a timed wait to expire. Asked only when count() > 1.
  virtual int pick(const options&) = 0;
  /// A number below limit, which is at least 2.
  virtual unsigned choose(unsigned limit, choice) = 0;
  /// After an execution: true when there is nothing left to try.
  virtual bool exhausted() { return false; }
  /// False when the last execution only showed the way, and is another process's to count. Asked before exhausted().
  [[nodiscard]] virtual bool counts() const { return true; }
  [[nodiscard]] virtual bool random() const { return true; }
  /// The command-line arguments, beside scenario and scheduler, that repeat the last execution. Only for after a run.
  [[nodiscard]] virtual std::string describe() const = 0;
};

/// SplitMix64. Relacy's own generator is a linear congruential one whose bit 16 decides between two threads:
/// two threads then see 9 172 distinct schedules, ever.
class generator {
 public:
  void seed(std::uint64_t seed, std::uint64_t stream) {
    state_ = seed;
    state_ = next() ^ (stream * 0x9E3779B97F4A7C15ULL);
    next();
  }
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(((next() >> 32) * n) >> 32); }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace weir::verify::checker

#endif
