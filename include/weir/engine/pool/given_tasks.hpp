// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_GIVEN_TASKS_HPP
#define WEIR_ENGINE_POOL_GIVEN_TASKS_HPP

#include <weir/platform/smaller_of.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace weir::engine {

/// The tasks that submitters have taken out of a full queue for workers that arrive, in the order of the queue. Guarded by the pool's lock. Not a part of
/// the workers' records: few workers ever get such a task, and a place in each would be half of what a light worker takes.
template <class C, bool Used = C::hands_oldest_over>
class given_tasks {
 public:
  using task = typename C::task;

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Gets room for the next push(), which is kept for later ones: a ring of twice the size. False: there is no memory.
  [[nodiscard]] bool reserve() noexcept {
    if (size_ != room_) return true;
    const std::size_t more = platform::larger_of(std::size_t{8}, 2 * room_);
    std::unique_ptr<place[]> larger(new (std::nothrow) place[more]);
    if (larger == nullptr) return false;
    for (std::size_t n = 0; n != size_; ++n) larger[n].write() = std::move(at(n).write());
    ring_ = std::move(larger);
    room_ = more;
    first_ = 0;
    return true;
  }
  /// Precondition: reserve() since the last push().
  void push(task& t) noexcept { at(size_++).write() = std::move(t); }
  /// Takes the oldest task. False if there is none.
  bool pop(task& t) noexcept {
    if (size_ == 0) return false;
    t = std::move(at(0).write());
    first_ = (first_ + 1) % room_;
    --size_;
    return true;
  }

 private:
  using place = typename C::platform::template cell<task>;

  [[nodiscard]] place& at(std::size_t n) noexcept { return ring_[(first_ + n) % room_]; }

  std::unique_ptr<place[]> ring_;
  std::size_t room_ = 0;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

/// Of a pool whose queue is never full or hands over.
template <class C>
class given_tasks<C, false> {
 public:
  [[nodiscard]] static constexpr std::size_t size() noexcept { return 0; }
  static constexpr bool pop(typename C::task&) noexcept { return false; }
};

}  // namespace weir::engine

#endif
