// SPDX-License-Identifier: Apache-2.0
#include <weir/basic_pool.hpp>
#include <weir/verify/pool/every_policy.hpp>

#include "tests/interactions/kind_types.hpp"

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

// The compiler checks that the pool types of the kinds are what kinds.hpp says that they are, and that every policy of the axes that the table has is
// in one of them or in a list of those that are not.

namespace weir::interactions {
namespace {

constexpr bool is_named(std::string_view feature, std::string_view axis, std::string_view policy) {
  return feature.starts_with(axis) && feature.substr(axis.size()) == policy;
}
/// Of the features of this axis, the kind has that of this policy and no other.
constexpr bool says(feature_set has_these, std::string_view axis, std::string_view policy) {
  bool found = false;
  for (std::size_t f = 0; f != features; ++f) {
    const std::string_view name = feature_names[f];
    if (!name.starts_with(axis)) continue;
    if (has(has_these, static_cast<feature>(f)) != is_named(name, axis, policy)) return false;
    found = found || is_named(name, axis, policy);
  }
  return found;
}

template <std::size_t N, class Queue, class Workers, class Blocking, class Expiry, class Panic, class Growth, class... Others>
constexpr bool check(type<basic_pool<Queue, Workers, Blocking, Expiry, Panic, Growth, Others...>>) {
  constexpr feature_set has_these = kinds[N].has;
  return says(has_these, "queue::", verify::policy_name<Queue>) && says(has_these, "blocking::", verify::policy_name<Blocking>) &&
         says(has_these, "expiry::", verify::policy_name<Expiry>) && says(has_these, "growth::", verify::policy_name<Growth>);
}
template <std::size_t N, class Other>
constexpr bool check(type<Other>) {
  return has(kinds[N].has, feature::multi) || has(kinds[N].has, feature::function);
}
template <std::size_t... N>
constexpr bool all_as_said(std::index_sequence<N...>) {
  return (check<N>(std::tuple_element_t<N, kind_types<virtual_threads>>()) && ...);
}
static_assert(all_as_said(std::make_index_sequence<kinds.size()>()), "a pool type has other policies than kinds.hpp says");

/// Policies that are in no kind, and why.
constexpr std::string_view in_no_kind[] = {
    "queue::spsc",  // the programs post from many threads
    "blocking::any",  // what it can choose is in the kinds
};

/// Is the policy in some kind?
constexpr bool is_there(std::string_view axis, std::string_view policy) {
  for (std::size_t f = 0; f != features; ++f)
    if (is_named(feature_names[f], axis, policy))
      for (const kind& k : kinds)
        if (has(k.has, static_cast<feature>(f))) return true;
  return false;
}
constexpr bool is_listed_or_there(std::string_view axis, std::string_view policy) {
  for (const std::string_view none : in_no_kind)
    if (is_named(none, axis, policy)) return !is_there(axis, policy);
  return is_there(axis, policy);
}
template <class... Policies>
constexpr bool are_there(std::string_view axis, std::tuple<Policies...>*) {
  return (is_listed_or_there(axis, verify::policy_name<Policies>) && ...);
}

using every = verify::every_policy<2, 2, heard>;
static_assert(are_there("queue::", static_cast<every::queues*>(nullptr)), "a queue is in no kind, or in one and in_no_kind");
static_assert(are_there("blocking::", static_cast<every::blockings*>(nullptr)),
              "a blocking policy is in no kind, or in one and in_no_kind");
static_assert(are_there("expiry::", static_cast<every::expiries*>(nullptr)), "an expiry policy is in no kind, or in one and in_no_kind");
static_assert(are_there("growth::", static_cast<every::growths*>(nullptr)), "a growth policy is in no kind, or in one and in_no_kind");

}  // namespace
}  // namespace weir::interactions
