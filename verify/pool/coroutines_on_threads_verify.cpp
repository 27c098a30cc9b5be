// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/awaiting_claims.hpp>
#include <weir/verify/scenarios/caller_vs_the_end.hpp>
#include <weir/verify/scenarios/carried_claims.hpp>
#include <weir/verify/scenarios/closing_is_told_without_the_lock.hpp>
#include <weir/verify/scenarios/coroutine_in_line_vs_the_end.hpp>
#include <weir/verify/scenarios/line_behind_a_coroutine.hpp>
#include <weir/verify/scenarios/refused_thread_vs_coroutine.hpp>
#include <weir/verify/scenarios/submitter_vs_ready_coroutine.hpp>

using namespace weir;

namespace {

template <class Pool>
struct both {
  using in_line =
      verify::scenario_list<verify::scenarios::line_behind_a_coroutine<Pool>, verify::scenarios::line_behind_a_coroutine<Pool, true>,
                            verify::scenarios::coroutine_in_line_vs_the_end<Pool>>;
  using list = decltype(typename verify::awaiting_claims<Pool>::list() + typename verify::carried_claims<Pool>::list() + in_line());
};
template <class Pool>
struct without_a_thread {
  using waits_for = verify::scenarios::waits_for;
  using list = verify::scenario_list<verify::scenarios::refused_thread_vs_coroutine<Pool, waits_for::a_turn>,
                                     verify::scenarios::refused_thread_vs_coroutine<Pool, waits_for::a_permit>,
                                     verify::scenarios::refused_thread_vs_coroutine<Pool, waits_for::the_time>>;
};
struct hands_over {
  static constexpr const char* text = "hands_over";
  using claims = both<pool<queue::none, verify::relacy>>;
};
struct leaves {
  static constexpr const char* text = "leaves";
  using claims = verify::carried_claims<pool<queue::unbounded_by<2>, workers::none, verify::relacy>>;
};
struct expires {
  static constexpr const char* text = "expires";
  using claims = both<pool<queue::bounded<1>, expiry::after_idle, verify::relacy>>;
};
struct hands_over_alone {
  static constexpr const char* text = "hands_over";
  using claims = without_a_thread<pool<queue::none, verify::relacy>>;
};
struct bounded_alone {
  static constexpr const char* text = "bounded";
  using claims = without_a_thread<pool<queue::bounded<1>, verify::relacy>>;
};
struct unbounded_alone {
  static constexpr const char* text = "unbounded";
  using claims = without_a_thread<pool<queue::unbounded_by<2>, verify::relacy>>;
};

struct others {
  using list = verify::scenario_list<verify::scenarios::caller_vs_the_end<verify::relacy>,
                                     verify::scenarios::submitter_vs_ready_coroutine<pool<queue::none, verify::relacy>>,
                                     verify::scenarios::closing_is_told_without_the_lock<pool<queue::unbounded_by<2>, verify::relacy>>>;
};

template <class... Pools>
int run(int argc, char** argv) {
  return verify::run_claims<others, verify::claims_under<Pools, typename Pools::claims>...>(argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return run<hands_over, leaves, expires, hands_over_alone, bounded_alone, unbounded_alone>(argc, argv); }
