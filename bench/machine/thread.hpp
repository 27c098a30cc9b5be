// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_THREAD_HPP
#define WEIR_BENCH_MACHINE_THREAD_HPP

#include <weir/platform/where.hpp>

#include <cxxabi.h>
#include <algorithm>
#include <boost/context/fiber.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace weir::bench::sim {

/// One thread of a simulated machine: a stack of its own in the one real thread.
struct thread {
  static constexpr unsigned nowhere = ~0u;

  unsigned id = 0;
  std::function<void()> work;
  boost::context::fiber stack;  ///< of one that does not run
  void* slot = nullptr;
  bool finished = false;
  unsigned core = nowhere;      ///< where it runs, or ran last
  bool on_core = false;
  double used = 0;              ///< processor time; of one that has slept, at least a little less than the others'
  double began = 0;             ///< when it came onto its core
  const void* sleeps_on = nullptr;  ///< the address of its futex
  std::uint64_t sleep = 0;      ///< the number of its sleep, so that a deadline knows whether it is still that one
  bool timed_out = false;
  platform::where at{"", "", 0};
  const char* doing = "start";

  struct exceptions {  // the beginning of __cxa_eh_globals, fixed by the C++ ABI
    void* caught = nullptr;
    unsigned uncaught = 0;
  } in_flight;

  /// The futex of its end, on a page that all runs have in the same place.
  [[nodiscard]] const void* end() const { return reinterpret_cast<const void*>((std::uintptr_t{1} << 62) + 64 * std::uintptr_t{id}); }
  [[nodiscard]] double used_by(double now) const { return used + (on_core ? std::max(0.0, now - began) : 0.0); }
  [[nodiscard]] std::string describe() const {
    return "thread " + std::to_string(id) + (sleeps_on != nullptr ? " sleeps in " : " is in ") + doing + ", " + at.file + ":" +
           std::to_string(at.line) + " " + at.function;
  }
  /// The runtime keeps the caught exceptions of a real thread, of which all simulated ones are: each has its own.
  static exceptions& live() { return *reinterpret_cast<exceptions*>(abi::__cxa_get_globals()); }
};

}  // namespace weir::bench::sim

#endif
