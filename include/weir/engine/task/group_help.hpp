// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_HELP_HPP
#define WEIR_ENGINE_TASK_GROUP_HELP_HPP

#include <weir/engine/task/help_leash.hpp>
#include <weir/engine/task/help_ticket.hpp>
#include <weir/engine/task/spare_leashes.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <utility>

namespace weir::engine {

/// How a task_group asks its pool for help: by one ticket at a time, that of its leash.
template <class Pool>
class group_help {
  using P = typename Pool::platform_type;

 public:
  group_help(Pool& pool, helped& group) noexcept : pool_(pool), group_(group) {}

  [[nodiscard]] Pool& pool() const noexcept { return pool_; }

  /// A ticket has to be posted: none is out, and the worker that runs here keeps none that is queued. The group's lock is held.
  [[nodiscard]] bool wants_post() {
    if (std::exchange(one_is_out_.write(), true)) return false;
    auto* const spares = leash_.read() == nullptr ? spare_leashes<P>::here() : nullptr;
    return spares == nullptr || (leash_.write() = spares->tied_to(group_, &pool_)) == nullptr;
  }
  /// Called without the lock by the thread that was told to: no other one is, until this ticket is over.
  void post() {
    help_leash<P>* leash = nullptr;
    try {
      help_ticket<help_leash<P>> mine(*(leash = renewed()));
      static_cast<void>(pool_.try_post(std::move(mine)));
    } catch (...) {
      platform::pass_on_forced_unwind();
      if (leash == nullptr) group_.surrender();  // no memory: the same as a full pool
    }
  }
  /// The ticket was run, refused or dropped. The lock is held.
  void ticket_is_over() noexcept { one_is_out_.write() = false; }
  /// The group ends: its wait is over, so all that wrote the leash have.
  void end() {
    help_leash<P>* const leash = std::exchange(leash_.write(), nullptr);
    spare_leashes<P> none;
    auto* const here = spare_leashes<P>::here();
    if (leash != nullptr) (here == nullptr ? none : *here).keep(*leash);
  }

 private:
  /// Of the next ticket, which gets a share of it.
  help_leash<P>* renewed() {
    help_leash<P>* const mine = leash_.read();
    if (mine == nullptr) return leash_.write() = new help_leash<P>(group_, &pool_);
    mine->renew();
    return mine;
  }

  Pool& pool_;
  helped& group_;
  typename P::template cell<bool> one_is_out_;  // in the pool, and has not started
  typename P::template cell<help_leash<P>*> leash_;  // of that ticket, or of the last one
};

}  // namespace weir::engine

#endif
