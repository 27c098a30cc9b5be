// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_HELP_TICKET_HPP
#define WEIR_ENGINE_TASK_HELP_TICKET_HPP

#include <utility>

namespace weir::engine {

/// A task that asks a pool for help with the work of a `Session`, a parallel algorithm or the group on a ticket_link: a worker that runs it calls
/// `redeem()`. A ticket that is refused or dropped calls `surrender()`. It owns a share of the session, which `let_go()` gives up, because a worker may
/// run it long after the work is done. A second call, of a ticket that a pool handed back, does nothing.
template <class Session>
class help_ticket {
 public:
  /// The caller gives this ticket a share of `s`.
  explicit help_ticket(Session& s) noexcept : session_(&s) {}
  help_ticket(help_ticket&& other) noexcept : session_(std::exchange(other.session_, nullptr)) {}
  ~help_ticket() {
    if (session_ == nullptr) return;
    session_->surrender();
    session_->let_go();
  }

  void operator()() {
    if (session_ == nullptr) return;
    const struct share {
      Session* s;
      ~share() { s->let_go(); }
    } mine{std::exchange(session_, nullptr)};
    mine.s->redeem();
  }

 private:
  Session* session_;
};

}  // namespace weir::engine

#endif
