// SPDX-License-Identifier: Apache-2.0
// What all programs of scenarios have in common, compiled once for those that do without verdict.hpp: what reads the arguments, runs each
// scenario under every scheduler and reports; and Relacy, for each pair of a number of threads and one of places for threads that are started. The
// linker names a missing one.
#include <weir/verify/model/run.hpp>
#include <weir/verify/relacy/scheduler.hpp>
#include <weir/verify/support/verdict.hpp>

namespace weir::verify::checker {

template rl::test_result_e run_suite<1, 2>(rl::test_params&);
template rl::test_result_e run_suite<1, 4>(rl::test_params&);
template rl::test_result_e run_suite<1, 8>(rl::test_params&);
template rl::test_result_e run_suite<1, 16>(rl::test_params&);
template rl::test_result_e run_suite<2, 0>(rl::test_params&);
template rl::test_result_e run_suite<2, 2>(rl::test_params&);
template rl::test_result_e run_suite<2, 4>(rl::test_params&);
template rl::test_result_e run_suite<2, 8>(rl::test_params&);
template rl::test_result_e run_suite<2, 16>(rl::test_params&);
template rl::test_result_e run_suite<3, 0>(rl::test_params&);
template rl::test_result_e run_suite<3, 2>(rl::test_params&);
template rl::test_result_e run_suite<3, 4>(rl::test_params&);
template rl::test_result_e run_suite<3, 8>(rl::test_params&);
template rl::test_result_e run_suite<3, 16>(rl::test_params&);
template rl::test_result_e run_suite<4, 0>(rl::test_params&);

}  // namespace weir::verify::checker
