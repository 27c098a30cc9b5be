// SPDX-License-Identifier: Apache-2.0
// What Boost's ring does is checked with what weir puts around it: the ring's atomics are the checker's here, and each operation on them is a step,
// with the order that Boost gave it. Only that the numbers in the ring are not in cells is left out: Boost copies them as plain data.
#include <weir/verify/engines/atomic.hpp>

#include <atomic>

#define BOOST_LOCKFREE_DETAIL_ATOMIC_HPP  // stands for Boost's header of this name, which says which atomics Boost uses

namespace boost::lockfree {
namespace detail {

using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;

template <class T>
struct atomic : weir::verify::engines::atomic<T> {
  using weir::verify::engines::atomic<T>::atomic;
  [[nodiscard]] bool is_lock_free() const { return true; }
};

}  // namespace detail
using detail::atomic;
using detail::memory_order_acquire;
using detail::memory_order_consume;
using detail::memory_order_relaxed;
using detail::memory_order_release;
}  // namespace boost::lockfree

#include <weir/policies/queue/spsc.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/no_item_is_taken_twice.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/scenarios/push_vs_close.hpp>
#include <weir/verify/support/one_submitter.hpp>

using namespace weir;

namespace {

// Nothing but the queue, with the one pusher that it asks for.
// By its own name, as the search by graphs leaves out what has the queue's: elsewhere Boost's atomics are no steps.
struct ring : queue::spsc<2> {};
struct ring_claims {
  using list = verify::scenario_list<verify::scenarios::no_item_is_taken_twice<ring, verify::relacy>,
                                     verify::scenarios::no_item_is_lost_in_reuse<ring, verify::relacy>,
                                     verify::scenarios::push_vs_close<ring, verify::relacy>>;
};

}  // namespace

int main(int argc, char** argv) {
  return verify::run_claims<ring_claims, verify::pool_claims<pool<verify::one_submitter<queue::spsc<1>>, verify::relacy>>>(argc, argv);
}
