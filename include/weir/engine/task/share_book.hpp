// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SHARE_BOOK_HPP
#define WEIR_ENGINE_TASK_SHARE_BOOK_HPP

#include <weir/task.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// A task of a share, in its list or with the pool.
struct share_job {
  task f;
  share_job* next = nullptr;
  std::uint64_t number = 0;  ///< in the order of the posts
  bool is_guest = true;  ///< false while it is taken back from a guest
  bool* has_arrived = nullptr;  ///< of a post that has not been answered: to be set when the pool has shown that it has accepted this
};

/// What a share counts, and the list of its tasks that wait. Under the lock of the share.
struct share_book {
  share_job* first = nullptr;  ///< the list, by number
  share_job* last = nullptr;
  std::size_t waiting = 0;
  std::uint64_t posted = 0;  ///< numbers that have been given
  std::int64_t running = 0;  ///< guests that have begun
  std::int64_t entering = 0;  ///< posts to the pool that have not been answered
  std::int64_t in = 0;  ///< guests that the pool has accepted, as an answer or the guest itself has told
  bool closed = false;

  [[nodiscard]] std::int64_t guests() const noexcept { return entering + in; }
  [[nodiscard]] bool is_idle() const noexcept { return first == nullptr && guests() == 0; }
  [[nodiscard]] bool is_left_alone() const noexcept { return first != nullptr && guests() == 0; }
  /// There are so many guests that the pool has accepted.
  [[nodiscard]] bool has_sure(std::int64_t accepted) const noexcept { return in >= accepted; }
  [[nodiscard]] bool has_older_than(const share_job& j) const noexcept { return first != nullptr && first->number < j.number; }

  /// The pool has accepted it: the post has been answered, or the pool runs or destroys it before that.
  void arrived(share_job& j) noexcept {
    bool* const told = std::exchange(j.has_arrived, nullptr);
    if (told == nullptr) return;
    *told = true;
    --entering;
    ++in;
  }

  void push_back(share_job* j) noexcept {
    j->next = nullptr;
    (first == nullptr ? first : last->next) = j;
    last = j;
    ++waiting;
  }
  /// A task that was taken from the list, or never came to it, finds its place by its number.
  void put_back(share_job* j) noexcept {
    share_job** before = &first;
    while (*before != nullptr && (*before)->number < j->number) before = &(*before)->next;
    if (*before == nullptr) return push_back(j);
    j->next = *before;
    *before = j;
    ++waiting;
  }
  share_job* pop() noexcept {
    --waiting;
    return std::exchange(first, first->next);
  }
};

}  // namespace weir::engine

#endif
