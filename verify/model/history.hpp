// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_HISTORY_HPP
#define WEIR_VERIFY_MODEL_HISTORY_HPP

#include <weir/verify/model/program.hpp>
#include <weir/verify/support/moment.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::verify::model {

/// What a call answered. `refused`: it threw std::invalid_argument; `returned`: it has no answer.
enum class answer : std::uint8_t { returned, pushed, full, closed, refused, took, nothing, yes, no, number };

/// Who has made a call: a thread of the program, or none while there are no threads.
inline constexpr unsigned before_all = 100, after_all = 101;
/// Whose seat it is made with.
constexpr unsigned seat_number(unsigned thread) { return thread < most_threads ? thread : 0; }

struct made {
  call asked;
  unsigned thread = 0;
  bool begun = false;
  bool ended = false;
  answer said = answer::returned;
  int item = 0;            ///< that was taken, or the number that was said
  std::uint64_t past = 0;  ///< the calls, a bit for each, whose end happens before this one's begin
  moment end;
};

/// The calls of an execution. Plain data, outside all memory that the execution has: it is there after a failure too.
struct history {
  static constexpr std::size_t most = 40;

  made calls[most];
  std::size_t count = 0;

  /// Neither ends before the other one begins.
  [[nodiscard]] bool meet(std::size_t a, std::size_t b) const {
    return a != b && (calls[b].past >> a & 1) == 0 && (calls[a].past >> b & 1) == 0;
  }
};

inline history the_history;
inline const program* the_program = nullptr;

}  // namespace weir::verify::model

#endif
