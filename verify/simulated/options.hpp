// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_OPTIONS_HPP
#define WEIR_VERIFY_SIMULATED_OPTIONS_HPP

#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace weir::verify {

/// What a world is like. Everything is deterministic: the same options and the same program give the same run.
struct world_options {
  std::uint64_t seed = 0;                  ///< decides what the schedule leaves open; 0 decides nothing: run until blocked
  std::vector<std::uint8_t> schedule{};    ///< the first decisions; 0 is the plainest course (no preemption)
  std::vector<unsigned> failing_starts{};  ///< which thread starts fail, counted from 1
  unsigned spurious = 0;                   ///< how many waits may end, and weak exchanges fail, for no reason
  unsigned early = 0;                      ///< how often the clock may reach a deadline although threads could run
  std::uint64_t step_limit = 200'000;      ///< more operations than this are a livelock
  bool trace = false;                      ///< keep one line for each operation
};

/// How a world ended.
struct outcome {
  bool ok = false;
  std::string error;                    ///< why not: deadlock, livelock, failed check, escaped exception, leaked thread
  std::vector<std::uint8_t> decisions;  ///< world_options::schedule for the same run again, without a seed
  std::uint64_t steps = 0;              ///< operations
  std::uint64_t fingerprint = 0;        ///< which thread did what, where and in which order, as one number
  unsigned starts = 0;                  ///< threads asked for, failed ones included
  std::chrono::nanoseconds elapsed{};   ///< virtual time
  std::string trace;
  std::exception_ptr escaped;           ///< the exception that ended the world, if one did
};

}  // namespace weir::verify

#endif
