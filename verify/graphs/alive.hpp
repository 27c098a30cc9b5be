// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ALIVE_HPP
#define WEIR_VERIFY_GRAPHS_ALIVE_HPP

#include <weir/verify/graphs/replay.hpp>

#include <array>

namespace weir::verify::execution {

/// Notices the use of an object that does not happen before its destruction, whichever of the two the replay comes to first.
class alive {
 public:
  alive() = default;
  alive(const alive&) = delete;
  alive& operator=(const alive&) = delete;
  ~alive() {
    const_cast<volatile unsigned&>(mark_) = 0;  // volatile: a plain store in a destructor may be removed
    if (!the_replay->in_thread()) return;
    for (unsigned t = 0; t != max_threads; ++t)
      if (used_[t] != 0 && !the_replay->is_past({t, used_[t] - 1U}))
        the_replay->fail(fault::kind::destroyed, "an object is destroyed while thread " + std::to_string(t) + " may still use it", where_);
  }

  void check(platform::where at) const {
    if (const_cast<const volatile unsigned&>(mark_) != magic)
      the_replay->fail(fault::kind::destroyed, "an object was used after its destruction", at);
  }
  /// The current thread has just made a step with it.
  void used() const {
    const replay::moment m = the_replay->now();
    used_[m.thread] = static_cast<std::uint16_t>(m.events);
  }

 private:
  static constexpr unsigned magic = 0x5EA1ED01;
  static constexpr platform::where where_{"alive.hpp", "destructor", 0};

  unsigned mark_ = magic;
  mutable std::array<std::uint16_t, max_threads> used_{};
};

}  // namespace weir::verify::execution

#endif
