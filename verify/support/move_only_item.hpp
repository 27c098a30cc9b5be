// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_MOVE_ONLY_ITEM_HPP
#define WEIR_VERIFY_SUPPORT_MOVE_ONLY_ITEM_HPP

#include <utility>

namespace weir::verify {

/// An item as a task is: it can only be moved, and what was moved from is empty, with number 0.
class move_only_item {
 public:
  move_only_item() = default;
  explicit move_only_item(int number) noexcept : number_(number) {}
  move_only_item(move_only_item&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  move_only_item& operator=(move_only_item&& other) noexcept {
    number_ = std::exchange(other.number_, 0);
    return *this;
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_ = 0;
};

}  // namespace weir::verify

#endif
