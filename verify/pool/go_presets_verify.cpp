// SPDX-License-Identifier: Apache-2.0
// The presets that stand for Go's pools, as they ship but for the platform, and for buffers and rings as small as the scenarios.
// ants_with_func calls one function with what is posted; here that function runs a task.
#include <weir/presets/ants.hpp>
#include <weir/presets/ants_prealloc.hpp>
#include <weir/presets/ants_with_func.hpp>
#include <weir/presets/cloudwego.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/violin.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/task.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>

#include <type_traits>

using namespace weir;

namespace {

struct ants {
  static constexpr const char* text = "ants";
  using pool = presets::ants<verify::relacy>;
};
struct ants_nonblocking {
  static constexpr const char* text = "ants_nonblocking";
  using pool = presets::ants_nonblocking<verify::relacy>;
};
struct ants_prealloc {
  static constexpr const char* text = "ants_prealloc";
  using pool = presets::ants_prealloc<3, verify::relacy>;
};
struct cloudwego {
  static constexpr const char* text = "cloudwego";
  using pool = presets::cloudwego<1, verify::relacy>;
};
struct fasthttp {
  static constexpr const char* text = "fasthttp";
  using pool = presets::fasthttp<verify::relacy>;
};
struct gopool {
  static constexpr const char* text = "gopool";
  using pool = presets::gopool<1, verify::relacy>;
};
struct violin {
  static constexpr const char* text = "violin";
  using pool = presets::violin<verify::relacy>;
};
static_assert(std::is_same_v<presets::violin<>::basic_pool, presets::workerpool<>::basic_pool>, "one is checked for both");

struct run_it {
  void operator()(task t) const { t(); }
};
/// A function_pool whose arguments are tasks, so that scenarios may post to it what they post to every pool.
template <class Pool>
struct of_tasks;
template <class F, class... Policies>
struct of_tasks<function_pool<F, task, Policies...>> : function_pool<F, task, Policies...> {
  using config_type = engine::function_config<assemble<Policies...>, F, task>;
  explicit of_tasks(const options& o) : function_pool<F, task, Policies...>(F{}, o) {}
};

/// All but those about results and stop tokens, which a function_pool does not have.
template <class Pool>
struct function_claims {
  using list =
      verify::scenario_list<verify::scenarios::last_worker_retires_vs_post<Pool>, verify::scenarios::post_vs_shutdown<Pool>,
                            verify::scenarios::post_vs_stop<Pool>, verify::scenarios::restart_vs_straggler<Pool>,
                            verify::scenarios::wait_idle_means_idle<Pool>, verify::scenarios::failed_thread_start<Pool>,
                            verify::scenarios::capacity_is_never_exceeded<Pool>, verify::scenarios::blocked_submitter_vs_room<Pool>,
                            verify::scenarios::throwing_task_costs_nothing<Pool>, verify::scenarios::pause_vs_post<Pool>,
                            verify::scenarios::leaving_worker_vs_waiting_submitter<Pool>>;
};
struct ants_with_func {
  static constexpr const char* text = "ants_with_func";
  using claims = function_claims<of_tasks<presets::ants_with_func<run_it, task, verify::relacy>::function_pool>>;
};
struct ants_prealloc_with_func {
  static constexpr const char* text = "ants_prealloc_with_func";
  using claims = function_claims<of_tasks<presets::ants_prealloc_with_func<3, run_it, task, verify::relacy>::function_pool>>;
};

template <class... Presets>
int run(int argc, char** argv) {
  return verify::run_claims<verify::claims_under<Presets, verify::pool_claims<typename Presets::pool>>...,
                            verify::claims_under<ants_with_func, ants_with_func::claims>,
                            verify::claims_under<ants_prealloc_with_func, ants_prealloc_with_func::claims>>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<ants, ants_nonblocking, ants_prealloc, cloudwego, fasthttp, gopool, violin>(argc, argv); }
