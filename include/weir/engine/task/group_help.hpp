// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_GROUP_HELP_HPP
#define WEIR_ENGINE_TASK_GROUP_HELP_HPP

#include <weir/engine/task/help_ticket.hpp>
#include <weir/engine/task/spare_ticket_links.hpp>
#include <weir/engine/task/ticket_link.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <utility>

namespace weir::engine {

/// How a task_group asks its pool for help: by one ticket at a time, that of its link.
template <class Pool>
class group_help {
  using P = typename Pool::platform_type;

 public:
  group_help(Pool& pool, help_requester& group) noexcept : pool_(pool), group_(group) {}

  [[nodiscard]] Pool& pool() const noexcept { return pool_; }

  /// A ticket has to be posted: none is out, and the worker that runs here keeps none that is queued. The group's lock is held.
  [[nodiscard]] bool wants_post() {
    if (std::exchange(one_is_out_.write(), true)) return false;
    auto* const spares = link_.read() == nullptr ? spare_ticket_links<P>::here() : nullptr;
    return spares == nullptr || (link_.write() = spares->attached_to(group_, &pool_)) == nullptr;
  }
  /// Called without the lock by the thread that was told to: no other one is, until this ticket is over.
  void post() {
    ticket_link<P>* link = nullptr;
    try {
      help_ticket<ticket_link<P>> mine(*(link = requeued()));
      static_cast<void>(pool_.try_post(std::move(mine)));
    } catch (...) {
      platform::pass_on_forced_unwind();
      if (link == nullptr) group_.surrender();  // no memory: the same as a full pool
    }
  }
  /// The ticket was run, refused or dropped. The lock is held.
  void ticket_is_over() noexcept { one_is_out_.write() = false; }
  /// The group ends: its wait is over, so all that wrote the link have.
  void end() {
    ticket_link<P>* const link = std::exchange(link_.write(), nullptr);
    spare_ticket_links<P> none;
    auto* const here = spare_ticket_links<P>::here();
    if (link != nullptr) (here == nullptr ? none : *here).keep(*link);
  }

 private:
  /// Of the next ticket, which gets a share of it.
  ticket_link<P>* requeued() {
    ticket_link<P>* const mine = link_.read();
    if (mine == nullptr) return link_.write() = new ticket_link<P>(group_, &pool_);
    mine->requeue();
    return mine;
  }

  Pool& pool_;
  help_requester& group_;
  typename P::template cell<bool> one_is_out_;  // in the pool, and has not started
  typename P::template cell<ticket_link<P>*> link_;  // of that ticket, or of the last one
};

}  // namespace weir::engine

#endif
