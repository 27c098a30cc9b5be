// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_STORAGE_CLAIM_HPP
#define WEIR_POLICIES_QUEUE_STORAGE_CLAIM_HPP

#include <cstddef>
#include <cstdint>

namespace weir::queue {

/// Items of one segment, the oldest first, that have left the queue's order and have not been taken. They stay in their slots. One word, so that
/// an atomic holds it.
class claim {
 public:
  static constexpr unsigned id_shift = 40;

  claim() = default;
  explicit claim(std::uint64_t word) noexcept : word_(word) {}
  claim(std::uint64_t segment, std::size_t place, std::size_t items) noexcept : word_(segment << id_shift | place << place_shift | items) {}

  [[nodiscard]] std::uint64_t word() const noexcept { return word_; }
  [[nodiscard]] std::uint64_t segment() const noexcept { return word_ >> id_shift; }
  /// Of the oldest item, in the segment.
  [[nodiscard]] std::size_t place() const noexcept { return (word_ >> place_shift) & low; }
  [[nodiscard]] std::size_t size() const noexcept { return word_ & low; }
  /// The claim without its oldest item.
  [[nodiscard]] claim rest() const noexcept { return claim(segment(), (place() + 1) & low, size() - 1); }

 private:
  static constexpr unsigned place_shift = 20;
  static constexpr std::uint64_t low = (std::uint64_t{1} << place_shift) - 1;
  std::uint64_t word_ = 0;
};

}  // namespace weir::queue

#endif
