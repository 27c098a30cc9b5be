// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_TAGGED_HPP
#define WEIR_VERIFY_SUPPORT_TAGGED_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/concepts/tags.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// The values of a tag that the checks post with, the default one first. A tag type of one's own has only that, unless it has a
/// `static Tag sample(unsigned n)`, which is asked for n = 0, 1, .. 7.
template <class Tag>
struct tag_samples {
  static constexpr std::size_t count = 1;
  static Tag at(std::size_t) { return Tag{}; }
};
template <class Tag>
  requires requires(unsigned n) {
    { Tag::sample(n) } -> std::same_as<Tag>;
  }
struct tag_samples<Tag> {
  static constexpr std::size_t count = 9;
  static Tag at(std::size_t n) { return n == 0 ? Tag{} : Tag::sample(static_cast<unsigned>(n - 1)); }
};
template <>
struct tag_samples<level> {
  static constexpr unsigned values[] = {0, 1, 2, 3, 7, 64, 1'000, 1'000'000, std::numeric_limits<unsigned>::max()};
  static constexpr std::size_t count = std::size(values);
  static level at(std::size_t n) { return {values[n]}; }
};
template <>
struct tag_samples<key> {
  static constexpr std::uint64_t values[] = {0, 1, 2, 3, 7, 64, 1'000, std::uint64_t{1} << 32, std::numeric_limits<std::uint64_t>::max()};
  static constexpr std::size_t count = std::size(values);
  static key at(std::size_t n) { return {values[n]}; }
};

/// One of these values; without a number the default, which every queue with such tags takes.
template <class Tag>
Tag sample_tag(std::size_t n = 0) {
  return tag_samples<Tag>::at(n % tag_samples<Tag>::count);
}
/// `post` with one of these values, or with the default, if the queue refuses that value with an exception.
template <class Tag, class Post>
auto post_with_sample(std::size_t n, Post& post) {
  const auto taken = [&]() -> std::optional<decltype(post())> {
    try {
      return post(sample_tag<Tag>(n));
    } catch (const std::invalid_argument&) {
      return std::nullopt;
    }
  };
  if (auto answer = taken()) return *std::move(answer);
  return post(Tag{});
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

/// Calls `post` with a sample of the tag that `which` names: 0 is none, the others follow in turn, with the next value in each round.
template <class Config, class Post>
auto with_tag(std::size_t which, Post post) {
  using tags = tags_in<Config>;
  constexpr std::size_t count = std::tuple_size_v<tags>;
  const std::size_t round = which / (count + 1);
  which %= count + 1;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::optional<decltype(post())> answer;
    ((which == I + 1 ? void(answer.emplace(post_with_sample<std::tuple_element_t<I, tags>>(round, post))) : void()), ...);
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
