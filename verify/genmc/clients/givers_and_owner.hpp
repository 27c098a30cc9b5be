// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_CLIENTS_GIVERS_AND_OWNER_HPP
#define WEIR_VERIFY_GENMC_CLIENTS_GIVERS_AND_OWNER_HPP

#include <weir/platform/permit.hpp>
#include <weir/verify/support/check.hpp>

namespace weir::verify::clients {

/// How the owner of a permit takes it.
enum class taking : unsigned char { sleeps, sleeps_at_most, watches };

/// Thread 0 owns a permit, each other one writes something and gives it. The owner reads what one of them has written; with two of them, what both
/// have, unless the second permit is still there at the end.
template <class P, int Givers, taking How = taking::sleeps>
struct givers_and_owner {
  static constexpr int threads = 1 + Givers;

  void thread(unsigned i) {
    if (i != 0) {
      written[i - 1].write() = 1;
      if (!permit.give()) return;
      check<P>(asked.read() == 1, "what the owner did before it watched is visible");
      told.store(1, std::memory_order_release);
      return;
    }
    if constexpr (How == taking::sleeps) {
      permit.take();
      taken = true;
    } else if constexpr (How == taking::sleeps_at_most) {
      taken = permit.take_until({}).has_value();
    } else {
      asked.write() = 1;
      const bool watched = permit.watch();
      taken = !watched;
      if (watched) {
        while (told.load(std::memory_order_acquire) == 0) {
        }
        taken = permit.try_take();
      }
    }
    if (taken && Givers == 1) check<P>(written[0].read() == 1, "what the giver did before is visible");
  }
  void finish() {
    const bool left = permit.try_take();
    check<P>(taken || left, "a permit that was given is taken, or there");
    check<P>(Givers != 1 || taken != left, "one permit is taken once");
  }

  platform::permit<P> permit;
  typename P::template atomic<int> told;
  typename P::template cell<int> asked;
  typename P::template cell<int> written[Givers];
  bool taken = false;
};

}  // namespace weir::verify::clients

#endif
