// SPDX-License-Identifier: Apache-2.0
// A scenario that is left out for some pool must say why: add it to verify/scenarios/why_not.hpp.
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/presets/ants.hpp>
#include <weir/verify/scenarios/policy_claims.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

#include <cstdio>
#include <type_traits>

namespace {

using namespace weir;

template <class... Policies>
using judged = pool<Policies..., verify::relacy>;

template <class Pool>
constexpr bool has_reasons = verify::all_claims<verify::pool_claims<Pool>, verify::policy_claims<Pool, false>>::has_a_reason_for_each;

static_assert(has_reasons<judged<>>);
static_assert(has_reasons<judged<queue::none, blocking::reject>>);
static_assert(has_reasons<judged<queue::bounded<1>, blocking::discard_oldest>>);
static_assert(has_reasons<judged<queue::bounded<1>, blocking::overflow_spawn>>);
static_assert(has_reasons<judged<growth::on_backlog<2>>>);
static_assert(has_reasons<judged<queue::stealing>>);
static_assert(has_reasons<presets::ants<verify::relacy>>);
static_assert(std::is_same_v<verify::policy_claims<presets::ants<verify::relacy>, true>::list,
                             verify::policy_claims<judged<queue::none, expiry::after_idle, panic::log_and_continue>, true>::list>,
              "a preset is checked as the pool that it is");
static_assert(!verify::explains("no_such_scenario"));

}  // namespace

int main() { std::puts("every scenario that is left out has its reason"); }
