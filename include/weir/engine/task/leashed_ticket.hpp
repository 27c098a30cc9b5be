// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_LEASHED_TICKET_HPP
#define WEIR_ENGINE_TASK_LEASHED_TICKET_HPP

#include <weir/engine/task/help_leash.hpp>

#include <utility>

namespace weir::engine {

/// A task that asks for help with the work of the group that is tied to its leash. A second call, of a ticket that a pool handed back, does nothing.
template <class P>
class leashed_ticket {
 public:
  /// The caller gives this ticket a share of the leash.
  explicit leashed_ticket(help_leash<P>& l) noexcept : leash_(&l) {}
  leashed_ticket(leashed_ticket&& other) noexcept : leash_(std::exchange(other.leash_, nullptr)) {}
  ~leashed_ticket() {
    if (leash_ == nullptr) return;
    const taken mine(leash_);
    if (mine.group != nullptr) mine.group->surrender();
  }

  void operator()() {
    if (leash_ == nullptr) return;
    const taken mine(std::exchange(leash_, nullptr));
    if (mine.group != nullptr) mine.group->redeem();
  }

 private:
  struct taken {
    explicit taken(help_leash<P>* l) : group(l->take()), leash(l) {}
    taken(const taken&) = delete;
    taken& operator=(const taken&) = delete;
    ~taken() {
      if (group != nullptr) group->let_go();
      leash->let_go();
    }
    helped* group;
    help_leash<P>* leash;
  };

  help_leash<P>* leash_;
};

}  // namespace weir::engine

#endif
