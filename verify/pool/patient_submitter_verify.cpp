// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/blocked_submitter_vs_room.hpp>
#include <weir/verify/scenarios/coroutine_submitter_vs_resize.hpp>
#include <weir/verify/scenarios/coroutine_submitter_vs_room.hpp>
#include <weir/verify/scenarios/patient_submitter_vs_task_in_need.hpp>
#include <weir/verify/scenarios/posted_coroutine_task_vs_idle_worker.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/scenarios/timed_post_gives_up.hpp>

using namespace weir;

// A queue so long that half of it is less than all but one.
using tested = pool<queue::bounded<4>, verify::relacy>;

// With three places it waits for any room.
struct submitter_without_patience_vs_task_in_need
    : verify::scenarios::patient_submitter_vs_task_in_need<pool<queue::bounded<3>, verify::relacy>, 3> {
  static constexpr const char* name = "submitter_without_patience_vs_task_in_need";
};

using growing = pool<queue::bounded<1>, growth::on_backlog<100>, verify::relacy>;
struct moving_coroutine_vs_resize : verify::scenarios::coroutine_submitter_vs_resize<growing, true> {
  static constexpr const char* name = "moving_coroutine_vs_resize";
};

struct claims {
  using list =
      verify::scenario_list<verify::scenarios::patient_submitter_vs_task_in_need<tested>, submitter_without_patience_vs_task_in_need,
                            verify::scenarios::blocked_submitter_vs_room<tested>, verify::scenarios::timed_post_gives_up<tested>,
                            verify::scenarios::coroutine_submitter_vs_room<light_pool<queue::bounded<1>, verify::relacy>>,
                            verify::scenarios::coroutine_submitter_vs_resize<growing>, moving_coroutine_vs_resize,
                            verify::scenarios::posted_coroutine_task_vs_idle_worker<pool<queue::bounded<1>, verify::relacy>>>;
};

int main(int argc, char** argv) { return verify::run_claims<claims>(argc, argv); }
