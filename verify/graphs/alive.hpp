// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_ALIVE_HPP
#define WEIR_VERIFY_GRAPHS_ALIVE_HPP

#include <weir/verify/graphs/objects.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <string>

namespace weir::verify::execution {

/// Notices the use of an object that does not happen before its destruction, whichever of the two the replay comes to first.
class alive {
 public:
  alive() {
    the_replay->aside([this] { it_ = the_replay->all_objects.make(the_replay->now()); });
  }
  alive(const alive&) = delete;
  alive& operator=(const alive&) = delete;
  ~alive() {
    const_cast<volatile unsigned&>(mark_) = 0;  // volatile: a plain store in a destructor may be removed
    if (!the_replay->in_thread()) return;
    the_replay->aside([this] {
      const auto user = the_replay->all_objects.used_meanwhile(it_, the_replay->past());
      if (user)
        the_replay->wrong(fault::kind::destroyed, "an object is destroyed while thread " + std::to_string(*user) + " may still use it",
                          {"alive.hpp", "destructor", 0});
      the_replay->all_objects.destroyed(it_);
    });
  }

  void check(platform::where at) const {
    if (const_cast<const volatile unsigned&>(mark_) != magic)
      the_replay->fail(fault::kind::destroyed, "an object was used after its destruction", at);
  }
  /// Makes a step with it.
  replay::answer step(const label& what, platform::where at) const {
    check(at);
    return the_replay->perform(what, at, it_);
  }

 private:
  static constexpr unsigned magic = 0x5EA1ED01;

  unsigned mark_ = magic;
  object it_;
};

}  // namespace weir::verify::execution

#endif
