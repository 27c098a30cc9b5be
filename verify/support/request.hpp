// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_REQUEST_HPP
#define WEIR_VERIFY_SUPPORT_REQUEST_HPP

#include <weir/verify/support/share.hpp>

#include <cstdint>
#include <string>

namespace weir::verify::checker {

/// What one run is to do: a scheduler and how far to go with it.
struct request {
  enum class scheduler { surw, pct3, search, graphs };
  scheduler kind = scheduler::surw;
  std::uint64_t seed = 1;
  std::uint64_t first = 1;       ///< number of the first execution
  std::uint64_t executions = 0;  ///< 0: until the search is exhausted
  double seconds = 0;            ///< 0: no limit
  int bound = 2;                 ///< search: most preemptions, -1 for any number
  int oddities = 1;              ///< search: most loads of an old value and weak exchanges that fail
  share part;                    ///< search: the part of the tree that is walked
  std::string path;              ///< search: follow this path, once
  bool follow = false;
  std::string learnt;  ///< a random scheduler: what it knew before the execution to repeat
  bool with_history = false;
  bool identical = true;  ///< graphs: threads that the scenario calls identical are searched as such
  bool if_few = false;  ///< graphs: a search that is cut leaves the scenario to another scheduler
};

inline const char* name_of(request::scheduler s) {
  static constexpr const char* names[] = {"surw", "pct3", "search", "graphs"};
  return names[static_cast<int>(s)];
}

}  // namespace weir::verify::checker

#endif
