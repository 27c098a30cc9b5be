// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_STRUCTURES_PROGRAM_HPP
#define WEIR_TESTS_VERIFY_STRUCTURES_PROGRAM_HPP

#include <weir/verify/graphs.hpp>

#include <atomic>
#include <cstdint>

// Published algorithms, written anew over the platform of the search by graphs: each does the same steps with the same memory orders as the program
// of that name among GenMC's tests, from the same client, so that the numbers of executions can be compared. verify/graphs/STRUCTURES.md has them.
namespace weir::tests::structures {

using verify::graphs;
template <class T>
using atomic = graphs::atomic<T>;
template <class T>
using cell = graphs::cell<T>;

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

/// Executions of a program in which all threads end, by what they had to assume.
struct tally {
  std::uint64_t straight = 0;  ///< all that was assumed holds, and each wait was over at its first look: what GenMC counts
  std::uint64_t after_vain_rounds = 0;  ///< the same, but a waiting loop has gone round first
  std::uint64_t given_up = 0;  ///< an assumption does not hold
};
inline tally the_tally;

/// What programs have in common: GenMC leaves an execution as soon as an assumption does not hold, and assumes that a waiting loop ends at its first
/// look. Here a thread returns in the one case and looks again in the other, and the execution is counted apart.
class program {
 public:
  void finish() { ++(given_up_ ? the_tally.given_up : in_vain_ ? the_tally.after_vain_rounds : the_tally.straight); }

 protected:
  program() = default;
  /// `looks_once`: that a wait is over at its first look is assumed here too.
  explicit program(bool looks_once) : looks_once_(looks_once) {}

  /// Answers whether it holds. Its thread ends if not.
  bool assume(bool holds) {
    if (!holds) given_up_ = true;
    return holds;
  }
  /// A loop goes round again that has changed nothing.
  void again() { in_vain_ = true; }
  template <class Look>
  bool wait_until(Look look) {
    for (; !look(); again())
      if (looks_once_) return assume(false);
    return true;
  }

 private:
  bool looks_once_ = false;
  bool given_up_ = false;
  bool in_vain_ = false;
};

}  // namespace weir::tests::structures

#endif
