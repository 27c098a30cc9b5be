// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_SITES_HPP
#define WEIR_VERIFY_RELACY_SITES_HPP

#include <weir/platform/order.hpp>
#include <weir/platform/where.hpp>
#include <weir/verify/relacy/engine.hpp>

#include <cstring>

namespace weir::verify::checker {

using platform::where;

/// What a call site asks of the platform; the unit that site mutation breaks. `source` is no call but a mistake in the text.
enum class operation : unsigned char { load, store, rmw, cas, cas_failure, fence, notify_one, notify_all, lock, source };

/// An order as the checker carries it: std::memory_order's six, and what a broken site may do instead.
using effect = int;
inline constexpr effect relaxed = static_cast<effect>(std::memory_order_relaxed);
inline constexpr effect acquire = static_cast<effect>(std::memory_order_acquire);
inline constexpr effect release = static_cast<effect>(std::memory_order_release);
inline constexpr effect acq_rel = static_cast<effect>(std::memory_order_acq_rel);
inline constexpr effect seq_cst = static_cast<effect>(std::memory_order_seq_cst);
inline constexpr effect dropped = -1;   ///< the operation does not happen
inline constexpr effect only_one = -2;  ///< notify_all wakes one
inline constexpr effect normal = -3;    ///< for operations that have no order

/// One place in the source that asked for one operation.
struct site {
  where at;
  operation what;
  effect order;
  unsigned long long scenarios;  ///< bit i: scenario number i of this program reaches it

  [[nodiscard]] bool is(where w, operation o, effect e) const {
    return at.line == w.line && what == o && order == e && (at.file == w.file || std::strcmp(at.file, w.file) == 0);
  }
};

/// The registry, and at most one broken site. Idle in ordinary runs: an operation then pays one predictable branch.
struct sites {
  bool active = false;
  unsigned scenario = 0;         ///< whose executions are running, for `site::scenarios`
  rl::vector<site>::type seen;   // Relacy's vector: this must not come from the heap under test
  const site* broken = nullptr;  ///< not one of `seen`, which may move
  effect replacement = normal;

  /// What the operation at this site is to do: `order`, unless this is the broken site.
  effect visit(operation what, effect order, where at) {
    if (broken != nullptr) return broken->is(at, what, order) ? replacement : order;
    for (site& s : seen) {
      if (!s.is(at, what, order)) continue;
      s.scenarios |= 1ULL << (scenario % 64);
      return order;
    }
    seen.push_back(site{at, what, order, 1ULL << (scenario % 64)});
    return order;
  }
};

inline sites the_sites;

inline effect at_site(operation what, effect order, where at) {
  if (the_sites.active) [[unlikely]]
    return the_sites.visit(what, order, at);
  return order;
}

inline effect at_site(operation what, std::memory_order order, where at) { return at_site(what, static_cast<effect>(order), at); }

}  // namespace weir::verify::checker

#endif
