// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_RUN_HPP
#define WEIR_VERIFY_GENMC_RUN_HPP

#include <weir/verify/genmc.hpp>
#include <weir/verify/genmc/memory.hpp>

#include <array>

namespace weir::verify {

/// The main of a program under GenMC: a scenario's `before()`, `thread(i)` in each of its threads, and `finish()` when they have ended. GenMC runs it
/// once for each execution. A program has one such call.
template <class Scenario>
int run_under_genmc() {
  Scenario scenario;
  if constexpr (requires { scenario.before(); }) scenario.before();
  struct place {
    Scenario* in;
    unsigned number;
  };
  std::array<place, Scenario::threads> places;
  std::array<long, Scenario::threads> threads;
  const auto run = [](void* argument) -> void* {
    const place& mine = *static_cast<place*>(argument);
    mine.in->thread(mine.number);
    return nullptr;
  };
  for (unsigned i = 0; i != Scenario::threads; ++i) {
    places[i] = {&scenario, i};
    threads[i] = __VERIFIER_thread_create(nullptr, run, &places[i]);
  }
  for (const long each : threads) __VERIFIER_thread_join(each);
  if constexpr (requires { scenario.finish(); }) scenario.finish();
  return 0;
}

}  // namespace weir::verify

#endif
