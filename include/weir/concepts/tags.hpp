// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_TAGS_HPP
#define WEIR_CONCEPTS_TAGS_HPP

#include <compare>
#include <cstdint>

namespace weir {

/// Tags that a post passes to the queue with its task. A queue supports a tag by an overload of try_push.

/// No tag.
struct untagged {};

/// The priority of a task, for queue::priority: level 0 goes before level 1, and so on.
struct level {
  unsigned value = 0;
  friend auto operator<=>(const level&, const level&) = default;
};

/// The key of a task, for queue::keyed: tasks with the same key run one after the other, in the order of their posts.
struct key {
  std::uint64_t value = 0;
  friend auto operator<=>(const key&, const key&) = default;
};

/// A tag type of one's own says that it is one: `using post_tag = void;`. The queue that takes it names it as its `tag`.
template <class T>
concept own_tag = requires { typename T::post_tag; };

}  // namespace weir

#endif
