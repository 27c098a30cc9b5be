// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/genmc/clients/givers_and_owner.hpp>
#include <weir/verify/genmc/clients/owner_and_thieves.hpp>
#include <weir/verify/genmc/clients/pushers_and_takers.hpp>
#include <weir/verify/genmc/run.hpp>
#include <weir/verify/scenarios/free_segments_are_handed_out_once.hpp>
#include <weir/verify/scenarios/full_only_when_full.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>

// A program for GenMC. Which one, the command line says; this one if it does not.
#ifndef CLIENT
#define CLIENT pushers_and_takers<genmc, queue::bounded<2>, 1, 2, 2, 2>
#endif

namespace weir::verify::clients {
using namespace scenarios;
using chosen = CLIENT;
}  // namespace weir::verify::clients

int main() { return weir::verify::run_under_genmc<weir::verify::clients::chosen>(); }
