// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_TICKET_LINK_HPP
#define WEIR_ENGINE_TASK_TICKET_LINK_HPP

#include <weir/platform/order.hpp>

namespace weir::engine {

/// What asks a pool for help, as its tickets see it: a task_group. It lives while it has owners.
class help_requester {
 public:
  /// Called by a ticket that a worker runs.
  virtual void redeem() = 0;
  /// Called by a ticket that the pool refused or dropped.
  virtual void surrender() = 0;
  virtual void own() noexcept = 0;
  virtual void let_go() noexcept = 0;

 protected:
  ~help_requester() = default;
};

/// What a group and its ticket, in the queue of a pool, have in common; both own it. A group may end while its ticket is queued. The ticket then finds
/// nothing, or another group: the worker that ends a group keeps the link, and attaches the next group to it, which needs no post then.
template <class P>
class ticket_link {
 public:
  /// `pool` tells where its ticket is.
  ticket_link(help_requester& first, const void* pool) noexcept : pool_(pool) { state_.write().to = &first; }
  ticket_link(const ticket_link&) = delete;
  ticket_link& operator=(const ticket_link&) = delete;

  [[nodiscard]] const void* pool() const noexcept { return pool_; }

  /// Attaches a group to the ticket, if that is queued, for the `most`th time at most: it may have been handed back and never run. False otherwise.
  bool attach(help_requester& to) {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    if (s.taken || ++s.groups > most) return false;
    s.to = &to;
    return true;
  }
  /// The group that is attached ends. False if the ticket is not queued any more.
  bool detach() {
    typename P::unique_lock lock(mutex_);
    state_.write().to = nullptr;
    return !state_.read().taken;
  }
  /// The caller, which is the group that is attached, posts the ticket again. It was taken, so there is no other thread with access.
  void requeue() {
    // [LINK-2] relaxed, alone: the caller owns it.
    owners_.fetch_add(1, std::memory_order_relaxed);
    state_.write().taken = false;
    state_.write().groups = 1;
  }
  /// Called by the ticket that runs.
  void redeem() {
    if (const share mine{take()}; mine.of != nullptr) mine.of->redeem();
  }
  /// Called by the ticket that the pool refused or dropped.
  void surrender() {
    if (const share mine{take()}; mine.of != nullptr) mine.of->surrender();
  }
  /// Called by each owner last.
  void let_go() noexcept {
    // [LINK-1] acq_rel, pairs with [LINK-1]: the last owner sees what the other one did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  ticket_link* next = nullptr;  ///< in spare_ticket_links

 private:
  /// Of the group that a ticket has found.
  struct share {
    help_requester* of;
    ~share() {
      if (of != nullptr) of->let_go();
    }
  };
  [[nodiscard]] help_requester* take() {
    typename P::unique_lock lock(mutex_);
    state& s = state_.write();
    s.taken = true;
    if (s.to != nullptr) s.to->own();
    return s.to;
  }

  static constexpr unsigned most = 256;
  struct state {
    help_requester* to = nullptr;
    bool taken = false;
    unsigned groups = 1;
  };

  const void* const pool_;
  typename P::mutex mutex_;
  typename P::template cell<state> state_;
  typename P::template atomic<unsigned> owners_{2};
};

}  // namespace weir::engine

#endif
