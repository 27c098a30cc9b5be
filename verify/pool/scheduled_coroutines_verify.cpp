// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/coroutine_ends_elsewhere_vs_its_key.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/scheduled_coroutine_vs_room.hpp>
#include <weir/verify/scenarios/scheduled_coroutine_vs_shutdown.hpp>
#include <weir/verify/scenarios/scheduled_coroutine_vs_the_end.hpp>

using namespace weir;

namespace {

using threads = pool<queue::bounded<1>, verify::relacy>;
using light = light_pool<queue::bounded<1>, verify::relacy>;

struct from_a_light_pool : verify::scenarios::scheduled_coroutine_vs_shutdown<light> {
  static constexpr const char* name = "scheduled_light_coroutine_vs_shutdown";
};

struct light_vs_the_end : verify::scenarios::scheduled_coroutine_vs_the_end<light_pool<verify::relacy>> {
  static constexpr const char* name = "scheduled_light_coroutine_vs_the_end";
};

struct scheduled_claims {
  using list = verify::scenario_list<verify::scenarios::scheduled_coroutine_vs_room<threads>,
                                     verify::scenarios::scheduled_coroutine_vs_shutdown<threads>, from_a_light_pool,
                                     verify::scenarios::coroutine_ends_elsewhere_vs_its_key<light_pool<queue::keyed, verify::relacy>>,
                                     verify::scenarios::scheduled_coroutine_vs_the_end<pool<verify::relacy>>, light_vs_the_end>;
};

}  // namespace

int main(int argc, char** argv) { return verify::run_claims<scheduled_claims>(argc, argv); }
