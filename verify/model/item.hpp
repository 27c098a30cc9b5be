// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_ITEM_HPP
#define WEIR_VERIFY_MODEL_ITEM_HPP

#include <cstdint>
#include <optional>

namespace weir::verify {

/// What a model is told of an item.
struct model_item {
  int number = 0;  ///< no two pushes of a program have the same
  /// The value of the level or key that it was pushed with; of a tag of one's own, the number of the sample.
  std::optional<std::uint64_t> tag;

  friend bool operator==(const model_item&, const model_item&) = default;
};

}  // namespace weir::verify

#endif
