// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_AXIOMS_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_AXIOMS_HPP

#include "graphs_relation.hpp"

namespace weir::tests {

/// An execution as the papers have it: an update is a read and a write behind it, related by rmw.
struct candidate {
  unsigned size = 0;
  event_set reads = 0, writes = 0, fences = 0;
  event_set acquire = 0, release = 0, sc = 0;  ///< events whose order is at least that
  relation sb;        ///< sequenced before: program order, and the initial values before all
  relation same_loc;  ///< accesses to one location
  relation rf, mo, rmw;
};

/// What RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, PLDI 2017) says of an execution in which all accesses are atomic, with the release
/// sequences of C++20. Written as it is printed there, to compare with.
class axioms {
 public:
  /// What does not depend on modification order; `c` must outlive this.
  explicit axioms(const candidate& c) : c_(c) {
    const relation fence = only(c.fences);
    const relation rs = only(c.writes) * maybe((c.rf * c.rmw).closure());
    const relation sw = only(c.release) * maybe(fence * c.sb) * rs * c.rf * only(c.reads) * maybe(c.sb * fence) * only(c.acquire);
    hb_ = (c.sb | sw).closure();
  }

  [[nodiscard]] bool no_thin_air() const { return (c_.sb | c_.rf).acyclic(); }

  [[nodiscard]] bool coherence() const { return (hb_ * maybe(eco())).irreflexive(); }

  [[nodiscard]] bool atomicity() const { return (c_.rmw & (rb() * c_.mo)).empty(); }

  [[nodiscard]] bool sequential_consistency() const {
    const relation access = only(c_.sc & ~c_.fences);
    const relation fence = only(c_.sc & c_.fences);
    const relation elsewhere = c_.sb - c_.same_loc;
    const relation scb = c_.sb | elsewhere * hb_ * elsewhere | (hb_ & c_.same_loc) | c_.mo | rb();
    const relation psc_base = (access | fence * maybe(hb_)) * scb * (access | maybe(hb_) * fence);
    const relation psc_fence = fence * (hb_ | hb_ * eco() * hb_) * fence;
    return (psc_base | psc_fence).acyclic();
  }

 private:
  [[nodiscard]] relation rb() const { return c_.rf.inverse() * c_.mo - only(~event_set{0}); }
  [[nodiscard]] relation eco() const { return (c_.rf | c_.mo | rb()).closure(); }

  const candidate& c_;
  relation hb_;
};

}  // namespace weir::tests

#endif
