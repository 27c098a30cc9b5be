// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_VIEWS_HPP
#define TESTS_SUPPORT_VIEWS_HPP

#include <cstddef>
#include <ranges>
#include <type_traits>
#include <vector>

namespace weir::tests {

/// The elements of another range, as a view of std::views, none of which clang++ before 16 can compile.
template <class T>
struct first_two : std::ranges::view_base {
  explicit first_two(std::vector<T>& all) : first(all.data()) {}
  T* begin() const { return first; }
  T* end() const { return first + 2; }
  T* first;
};

/// Elements that are made when they are looked at, as those of std::views::transform.
template <class F>
struct made_by {
  struct iterator {
    using value_type = std::invoke_result_t<const F&, int>;
    using difference_type = std::ptrdiff_t;
    value_type operator*() const { return (*make)(at); }
    iterator& operator++() { return ++at, *this; }
    void operator++(int) { ++at; }
    bool operator==(const iterator& other) const { return at == other.at; }
    const F* make;
    int at;
  };
  iterator begin() const { return {&make, 0}; }
  iterator end() const { return {&make, count}; }
  int count;
  F make;
};
template <class F>
made_by(int, F) -> made_by<F>;

}  // namespace weir::tests

#endif  // TESTS_SUPPORT_VIEWS_HPP
