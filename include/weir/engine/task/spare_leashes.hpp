// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SPARE_LEASHES_HPP
#define WEIR_ENGINE_TASK_SPARE_LEASHES_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/task/help_leash.hpp>

#include <utility>

namespace weir::engine {

/// The leashes of groups that have ended on a worker while their tickets were queued, newest first: in a recursion, those of its depth.
template <class P>
class spare_leashes {
 public:
  spare_leashes() noexcept = default;
  spare_leashes(const spare_leashes&) = delete;
  spare_leashes& operator=(const spare_leashes&) = delete;
  ~spare_leashes() {
    while (first_ != nullptr) pop()->let_go();
  }

  /// Those of the worker that runs here; null: it keeps none.
  [[nodiscard]] static spare_leashes* here() noexcept {
    const task_frame<P>* const f = task_frame<P>::innermost();
    return f == nullptr ? nullptr : f->leashes;
  }
  /// One that is tied to `group`, whose ticket is in the queue of `pool`; or null.
  [[nodiscard]] help_leash<P>* tied_to(helped& group, const void* pool) {
    while (first_ != nullptr) {
      help_leash<P>* const each = pop();
      if (each->pool() == pool && each->tie(group)) return each;
      each->let_go();
    }
    return nullptr;
  }
  /// The group that was tied to it has ended. The caller gives its share.
  void keep(help_leash<P>& of) {
    if (!of.untie() || size_ == most) return of.let_go();
    ++size_;
    of.next = std::exchange(first_, &of);
  }

 private:
  static constexpr unsigned most = 64;

  help_leash<P>* pop() noexcept {
    --size_;
    help_leash<P>* const each = first_;
    first_ = each->next;
    return each;
  }

  help_leash<P>* first_ = nullptr;
  unsigned size_ = 0;
};

}  // namespace weir::engine

#endif
