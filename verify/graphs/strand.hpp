// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_STRAND_HPP
#define WEIR_VERIFY_GRAPHS_STRAND_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/graphs/label.hpp>
#include <weir/verify/graphs/repetition.hpp>
#include <weir/verify/simulated/fiber.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace weir::verify::execution {

/// A thread of a replayed execution.
struct strand {
  using body = void (*)(void* argument);

  sim::fiber fiber;
  body run = nullptr;
  void* argument = nullptr;
  void* owner = nullptr;
  void* slot = nullptr;  ///< the platform's
  label begins;          ///< its first step
  label wanted;          ///< its next step
  platform::where at{"", "", 0};
  std::optional<unsigned> joins;           ///< the thread whose end it waits for
  std::optional<std::size_t> waits_since;  ///< it has no next step; what it has read since so many events decides that
  std::size_t done = 0;                    ///< events of the graph that it has been given
  unsigned locations = 0;
  unsigned starts = 0;
  bool present = false;  ///< it is part of this execution
  bool ended = false;
  repetition loops;

  void begin(body f, void* with, void (*main)(void*), void* whose) {
    run = f;
    argument = with;
    owner = whose;
    slot = nullptr;
    joins.reset();
    waits_since.reset();
    done = locations = starts = 0;
    present = true;
    ended = false;
    loops.begin();
    fiber.prepare(main, this);
  }
  /// A new execution begins. The stack is blank then: what a dead variable holds must not differ from run to run, see repetition.
  void forget() {
    if (!present) return;
    present = false;
    fiber.abandon();
    fiber.wipe(std::exchange(deepest_, nullptr), below);
  }
  void note_depth(const char* frame) { deepest_ = deepest_ == nullptr ? frame : std::min(deepest_, frame); }

 private:
  static constexpr std::size_t below = 4096;  // what functions use that make no steps

  const char* deepest_ = nullptr;
};

}  // namespace weir::verify::execution

#endif
