// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_PLAY_HPP
#define WEIR_VERIFY_PROPERTIES_PLAY_HPP

#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/properties/program.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace weir::properties {

/// What is written here takes a few hundred operations, seldom a few thousand.
inline constexpr std::uint64_t steps_of_a_livelock = 100'000;

/// Runs the program with a pool of this kind in the given world, which checks everything the ledger knows to check.
verify::outcome play(const combination& pool, const program& p, verify::world_options world);

/// Runs the program under its own schedule and under `seeds` random ones; what went wrong, or nothing.
std::string find_fault(const combination& pool, const program& p, unsigned seeds);

/// A failed run again, with as few preemptions as a greedy search finds: the error, its schedule, the last steps, and where the picture
/// of all of them is. `name` is the picture's.
std::string report(const std::string& name, const std::function<verify::outcome(verify::world_options)>& run, verify::world_options world,
                   const verify::outcome& failed);

/// Keeps standard error quiet while it lives: a policy that logs would fill the test's log.
class quiet_stderr {
 public:
  explicit quiet_stderr(bool quiet);
  quiet_stderr(const quiet_stderr&) = delete;
  quiet_stderr& operator=(const quiet_stderr&) = delete;
  ~quiet_stderr();

 private:
  int saved_ = -1;
};

}  // namespace weir::properties

#endif
