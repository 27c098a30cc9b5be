// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SPARE_TICKET_LINKS_HPP
#define WEIR_ENGINE_TASK_SPARE_TICKET_LINKS_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/ticket_link.hpp>

#include <utility>

namespace weir::engine {

/// The links of groups that have ended on a worker while their tickets were queued, newest first: in a recursion, those of its depth.
template <class P>
class spare_ticket_links {
 public:
  spare_ticket_links() noexcept = default;
  spare_ticket_links(const spare_ticket_links&) = delete;
  spare_ticket_links& operator=(const spare_ticket_links&) = delete;
  ~spare_ticket_links() {
    while (first_ != nullptr) pop()->let_go();
  }

  /// Those of the worker that runs here; null: it keeps none.
  [[nodiscard]] static spare_ticket_links* here() noexcept {
    const task_frame<P>* const f = task_frame<P>::innermost();
    return f == nullptr ? nullptr : f->links;
  }
  /// One that is attached to `group`, whose ticket is in the queue of `pool`; or null.
  [[nodiscard]] ticket_link<P>* attached_to(help_requester& group, const void* pool) {
    while (first_ != nullptr) {
      ticket_link<P>* const each = pop();
      if (each->pool() == pool && each->attach(group)) return each;
      each->let_go();
    }
    return nullptr;
  }
  /// The group that was attached to it has ended. The caller gives its share.
  void keep(ticket_link<P>& of) {
    if (!of.detach() || size_ == most) return of.let_go();
    ++size_;
    of.next = std::exchange(first_, &of);
  }

 private:
  static constexpr unsigned most = 64;

  ticket_link<P>* pop() noexcept {
    --size_;
    ticket_link<P>* const each = first_;
    first_ = each->next;
    return each;
  }

  ticket_link<P>* first_ = nullptr;
  unsigned size_ = 0;
};

}  // namespace weir::engine

#endif
