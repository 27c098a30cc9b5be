// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_TAGGED_HPP
#define WEIR_VERIFY_SUPPORT_TAGGED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/tags.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// A tag that every queue with such tags knows.
template <class Tag>
Tag sample_tag() {
  return Tag{};
}

namespace tags {
template <class Queue, class T, class Tag>
concept taken_by = requires(Queue& q, T& item, Tag tag) {
  { q.try_push(item, tag) } -> std::same_as<push_result>;
};
template <class Queue, class T, class Tag>
using one = std::conditional_t<taken_by<Queue, T, Tag>, std::tuple<Tag>, std::tuple<>>;
template <class Queue, class T>
struct own {
  using type = std::tuple<>;
};
template <class Queue, class T>
  requires requires { typename Queue::tag; } && (!std::same_as<typename Queue::tag, level> && !std::same_as<typename Queue::tag, key>)
struct own<Queue, T> {
  using type = one<Queue, T, typename Queue::tag>;
};
template <class Queue, class T>
using all = decltype(std::tuple_cat(one<Queue, T, level>(), one<Queue, T, key>(), typename own<Queue, T>::type()));
}  // namespace tags

/// A std::tuple of the tags that a queue takes with a push: weir::level, weir::key, and what it names as its `tag`.
template <class Queue, class T>
using tags_of = tags::all<Queue, T>;

/// The same for the queue of a pool's policies, which may be none.
template <class Config>
struct tags_of_config {
  using type = std::tuple<>;
};
template <class Config>
  requires(!Config::hands_over)
struct tags_of_config<Config> {
  using type = tags_of<typename Config::queue, typename Config::task>;
};
template <class Config>
using tags_in = typename tags_of_config<Config>::type;

/// Calls `post` with a sample of the tag that `which` names: 0 is none, the others follow in turn.
template <class Config, class Post>
auto with_tag(std::size_t which, Post post) {
  using tags = tags_in<Config>;
  constexpr std::size_t count = std::tuple_size_v<tags>;
  which %= count + 1;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::optional<decltype(post())> answer;
    ((which == I + 1 ? void(answer.emplace(post(sample_tag<std::tuple_element_t<I, tags>>()))) : void()), ...);
    return answer ? *std::move(answer) : post();
  }(std::make_index_sequence<count>());
}

/// A queue each of whose pushes carries such a tag.
template <class Queue, class Tag>
struct tagged {
  using axis = axes::queue;

  template <class P, class T>
  class on : public Queue::template on<P, T> {
   public:
    push_result try_push(T& item) { return Queue::template on<P, T>::try_push(item, sample_tag<Tag>()); }
  };
};

}  // namespace weir::verify

#endif
