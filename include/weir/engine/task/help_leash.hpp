// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_HELP_LEASH_HPP
#define WEIR_ENGINE_TASK_HELP_LEASH_HPP

#include <weir/platform/order.hpp>

namespace weir::engine {

/// What asks a pool for help, as its tickets see it: a task_group. It lives while it has owners.
class helped {
 public:
  /// Called by a ticket that a worker runs.
  virtual void redeem() = 0;
  /// Called by a ticket that the pool refused or dropped.
  virtual void surrender() = 0;
  virtual void own() noexcept = 0;
  virtual void let_go() noexcept = 0;

 protected:
  ~helped() = default;
};

/// What a group and its ticket, in the queue of a pool, have in common; both own it. A group may end while its ticket is queued. The ticket then finds
/// nothing, or another group: the worker that ends a group keeps the leash, and ties the next group to it, which needs no post then.
template <class P>
class help_leash {
 public:
  /// `pool` tells where its ticket is.
  help_leash(helped& first, const void* pool) noexcept : pool_(pool) { knot_.write().to = &first; }
  help_leash(const help_leash&) = delete;
  help_leash& operator=(const help_leash&) = delete;

  [[nodiscard]] const void* pool() const noexcept { return pool_; }

  /// Ties a group to the ticket, if that is queued, for the `most`th time at most: it may have been handed back and never run. False otherwise.
  bool tie(helped& to) {
    typename P::unique_lock lock(mutex_);
    knot& k = knot_.write();
    if (k.taken || ++k.groups > most) return false;
    k.to = &to;
    return true;
  }
  /// The group that is tied ends. False if the ticket is not queued any more.
  bool untie() {
    typename P::unique_lock lock(mutex_);
    knot_.write().to = nullptr;
    return !knot_.read().taken;
  }
  /// The caller, which is the group that is tied, posts the ticket again. It was taken, so there is no other thread with access.
  void renew() {
    // [LEASH-2] relaxed, alone: the caller owns it.
    owners_.fetch_add(1, std::memory_order_relaxed);
    knot_.write().taken = false;
    knot_.write().groups = 1;
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
    // [LEASH-1] acq_rel, pairs with [LEASH-1]: the last owner sees what the other one did.
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  help_leash* next = nullptr;  ///< in spare_leashes

 private:
  /// Of the group that a ticket has found.
  struct share {
    helped* of;
    ~share() {
      if (of != nullptr) of->let_go();
    }
  };
  [[nodiscard]] helped* take() {
    typename P::unique_lock lock(mutex_);
    knot& k = knot_.write();
    k.taken = true;
    if (k.to != nullptr) k.to->own();
    return k.to;
  }

  static constexpr unsigned most = 256;
  struct knot {
    helped* to = nullptr;
    bool taken = false;
    unsigned groups = 1;
  };

  const void* const pool_;
  typename P::mutex mutex_;
  typename P::template cell<knot> knot_;
  typename P::template atomic<unsigned> owners_{2};
};

}  // namespace weir::engine

#endif
