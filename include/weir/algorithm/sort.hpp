// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ALGORITHM_SORT_HPP
#define WEIR_ALGORITHM_SORT_HPP

#include <weir/algorithm/loop_range.hpp>
#include <weir/algorithm/unrolled_context.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

namespace weir {

namespace engine {

template <class Iterator, class Less>
struct quicksort {
  static constexpr std::iter_difference_t<Iterator> few = 512;  ///< elements that std::sort sorts in about half a heartbeat

  Less& less;

  template <class Pool>
  void operator()(fork_context<Pool>& here, Iterator first, Iterator last, unsigned splits) const {
    if (last - first <= few || splits == 0) return std::sort(first, last, std::ref(less));
    const Iterator cut = partition(first, last);
    here.fork([&](fork_context<Pool>& there) { (*this)(there, first, cut, splits - 1); },
              [&](fork_context<Pool>& there) { (*this)(there, cut, last, splits - 1); });
  }

 private:
  /// No element before the result is greater than any after it; there are some of both. Of Hoare, as in libstdc++.
  Iterator partition(Iterator first, Iterator last) const {
    const auto step = (last - first) / 8;
    Iterator middle = first + (last - first) / 2;
    // The pivot has elements on both sides that end the scans below.
    std::iter_swap(first, median(median(first + 1, first + step, first + 2 * step), median(middle - step, middle, middle + step),
                                 median(last - 1 - 2 * step, last - 1 - step, last - 1)));
    Iterator low = first + 1;
    for (Iterator high = last;;) {
      while (less(*low, *first)) ++low;
      --high;
      while (less(*first, *high)) --high;
      if (low >= high) return low;
      std::iter_swap(low, high);
      ++low;
    }
  }
  Iterator median(Iterator a, Iterator b, Iterator c) const {
    if (less(*b, *a)) std::swap(a, b);
    if (!less(*c, *b)) return b;
    return less(*c, *a) ? a : c;
  }
};

}  // namespace engine

/// Sorts a range that has random access by `less`; equal elements may change places. The caller works, and the pool's workers help when they are free,
/// as in for_each_index; `where` likewise. The elements must be objects of their own, as in transform. `less` is called concurrently. Throws what `less`
/// and the elements' moves throw; the elements are then valid, in no particular order, and as
/// after std::sort some may be lost and others there twice.
///
/// A quicksort whose small parts, and parts that split badly, are sorted by std::sort: n log n calls of `less`, as many as std::sort makes on one
/// thread. The first split is done by one thread, so about log2(n) / 2 threads can be kept busy.
template <class Where, class Range, class Less = std::less<>>
void sort(Where& where, Range&& range, Less less = {}) {
  static_assert(engine::explain_range<Range>());
  static_assert(engine::explain_written_elements<std::ranges::iterator_t<Range>>());
  static_assert(!std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>,
                "weir: sort() moves the elements of its range, and those of this one are const");
  const auto first = std::ranges::begin(range);
  const auto last = std::ranges::next(first, std::ranges::end(range));
  using iterator = std::remove_const_t<decltype(first)>;
  engine::with_context(where, [&](auto& here) {
    engine::quicksort<iterator, Less>{less}(here, first, last, 2 * static_cast<unsigned>(std::bit_width(engine::length_of(range))));
  });
}

}  // namespace weir

#endif
