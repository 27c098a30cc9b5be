// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"

#include <weir/verify/simulated.hpp>

#include <string>

namespace weir::interactions {

std::string play_in_simulated_time(const program& p, bool trace) {
  verify::world_options world;
  world.seed = p.schedule;
  world.step_limit = 2'000'000;
  world.trace = the_board().tracing = trace;
  if (p.wrong == fault::spurious_wake_up) world.spurious = 20;
  const verify::outcome o = verify::world(world).run([&p] {
    player<virtual_threads> one(p);
    one.play();
    verify::simulated::check(verify::simulated::alive() == 0, "no thread outlives its pool");
  });
  return o.ok ? std::string() : trace ? o.trace + "\n" + o.error : o.error;
}

std::string play_on_threads(const program& p) {
  player<real_threads> one(p);
  one.play();
  return {};
}

}  // namespace weir::interactions
