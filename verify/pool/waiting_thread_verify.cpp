// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/waiting_thread_vs_call_off.hpp>
#include <weir/verify/support/run_scenarios.hpp>

using namespace weir;

int main(int argc, char** argv) { return verify::run_scenarios<verify::scenarios::waiting_thread_vs_call_off<verify::relacy>>(argc, argv); }
