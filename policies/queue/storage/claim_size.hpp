// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_CLAIM_SIZE_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_CLAIM_SIZE_HPP

#include <weir/platform/smaller_of.hpp>

#include <cstdint>
#include <utility>

namespace weir::queue {

/// How many items a worker claims from a common queue with one exchange: one, and up to `Most` where more workers take items of some length than the
/// queue's head can serve.
///
/// A worker that has lost an exchange asks how many items others have taken since its own last take. With empty tasks that is none or one: two
/// takers then do best to let each other run ahead (platform::backoff). It is thousands if the worker has been preempted. In between, several workers
/// are as busy as this one, and `Patience` such losses soon after one another double the claim. It shrinks by one when the queue has fewer items,
/// when others take fewer than this worker does, or after some claims without a loss: claims are for contention that lasts.
template <unsigned Most, unsigned Patience>
class claim_size {
 public:
  [[nodiscard]] unsigned now() const noexcept { return now_; }
  /// From now on more than one. With a `Patience` of 0, which is for tests, always `Most`.
  void may_grow() noexcept {
    most_ = Most;
    now_ = least();
  }
  /// An exchange was lost at this position of the queue. Others have taken `others` items since this worker's last take.
  void lost(std::uint64_t position, std::uint64_t others) noexcept {
    if (position - std::exchange(lost_at_, position) >= soon * now_) losses_ = 0;
    claims_ = 0;
    if (others < few || others >= many * now_)
      losses_ = 0;
    else if (++losses_ >= Patience)
      grow();
  }
  /// `items` were claimed. Since this worker's last claim `passed` items have left the queue, those included.
  void claimed(std::uint64_t items, std::uint64_t passed) noexcept {
    const bool calm = ++claims_ == calm_claims;
    if (calm) claims_ = 0;
    if (now_ > least() && (calm || items < now_ || passed < 2 * now_)) --now_;
  }

 private:
  static constexpr std::uint64_t few = 3;
  static constexpr std::uint64_t many = 64;
  static constexpr std::uint64_t soon = 256;  // items that have passed between two losses: some for each of several workers
  static constexpr unsigned calm_claims = 8;
  [[nodiscard]] unsigned least() const noexcept { return Patience == 0 ? most_ : 1; }
  void grow() noexcept {
    losses_ = Patience;
    now_ = platform::smaller_of(2 * now_, most_);
  }

  unsigned now_ = 1;
  unsigned most_ = 1;
  unsigned losses_ = 0;  // soon after one another
  unsigned claims_ = 0;  // since the last loss
  std::uint64_t lost_at_ = 0;
};

}  // namespace weir::queue

#endif
