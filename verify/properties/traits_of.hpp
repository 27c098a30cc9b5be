// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_TRAITS_OF_HPP
#define WEIR_VERIFY_PROPERTIES_TRAITS_OF_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/concepts/parking_policy.hpp>
#include <weir/concepts/workers_policy.hpp>
#include <weir/platform/native.hpp>
#include <weir/verify/properties/any_pool.hpp>
#include <weir/verify/support/probes.hpp>

#include <cstddef>

namespace weir::properties {

/// So many places and waiting submitters count as a limit; programs are far too short to reach it.
inline constexpr std::size_t beyond_every_program = 64;

/// Fewer than a pool has workers.
inline constexpr unsigned few_carriers = 2;

/// Reads off a pool type what its policies promise through their concepts, and nothing else. `Native` is the same pool on real threads:
/// its queue is tried out, for its room and its order.
template <class Pool, class Native>
traits traits_of() {
  using config = typename Pool::config_type;
  traits is;
  is.hands_over = config::hands_over;
  if (config::can_be_full) is.room = verify::room_of<Native>(beyond_every_program);
  if (is.room == beyond_every_program) is.room = traits::unlimited;
  is.holds_back = gives_back<typename config::queue, typename config::task> || timed_queue<typename config::queue>;
  is.in_order = verify::first_in_first_out<Native>();
  is.full = config::blocking::when_full;
  for (std::size_t n = 0; is.most_waiting == traits::unlimited && n != beyond_every_program; ++n)
    if (!config::blocking::admits(n)) is.most_waiting = n;
  is.most_workers = config::most_workers;
  is.keeps = config::workers::keeps;
  is.any_worker = config::workers::order == reuse_order::any;
  is.oldest_first = config::workers::order == reuse_order::oldest_first;
  is.expires = config::expiry::expires;
  is.ends_busy = config::expiry::ends_busy;
  is.polls = polling_parking<typename config::parking>;
  is.deadline = [](const worker_times<time_point>& t, const lifetimes& l) noexcept { return config::expiry::deadline(t, l); };
  is.at_start = [](unsigned capacity) noexcept { return static_cast<unsigned>(config::growth::at_start(capacity)); };
  is.wants = [](std::size_t queued) noexcept { return config::growth::wants(queued); };
  is.throttled = config::wake::throttled;
  is.may_throw = !verify::ends_on_panic<Pool>;
  is.rethrows = keeps_panic<typename config::panic>;
  is.logs = is.may_throw;
  is.counts = verify::counts_tasks<Native>();
  if (config::agents::suspends) is.carriers = few_carriers;
  return is;
}

}  // namespace weir::properties

#endif
