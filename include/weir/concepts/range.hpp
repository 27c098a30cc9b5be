// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_RANGE_HPP
#define WEIR_CONCEPTS_RANGE_HPP

#include <span>
#include <type_traits>

namespace weir {

/// What the bulk posts take. The standard's concepts, from the header that declares std::span, whose constructors need them: the header ranges has
/// views and algorithms too, which each file with a pool would compile.
template <class Range>
concept input_range = std::ranges::input_range<Range>;

/// The elements of a range that is passed as `Range&&` may be moved from: it is an rvalue, and no view, which need not own them.
template <class Range>
concept owning_rvalue = !std::is_lvalue_reference_v<Range> && !std::ranges::view<std::remove_cvref_t<Range>>;

}  // namespace weir

#endif
