// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_PRESET_HPP
#define WEIR_PRESETS_PRESET_HPP

#include <weir/pool.hpp>

#include <type_traits>

namespace weir::presets {

template <class... Policies>
struct policy_list {};

template <class Changes, class Kept, class... Base>
struct changed;
template <class... Changes, class... Kept>
struct changed<policy_list<Changes...>, policy_list<Kept...>> {
  using type = policy_list<Kept..., Changes...>;
};
template <class... Changes, class... Kept, class First, class... Rest>
struct changed<policy_list<Changes...>, policy_list<Kept...>, First, Rest...>
    : std::conditional_t<(count<typename First::axis, Changes...> == 0),
                         changed<policy_list<Changes...>, policy_list<Kept..., First>, Rest...>,
                         changed<policy_list<Changes...>, policy_list<Kept...>, Rest...>> {};

template <template <class...> class Assembled, class List>
struct assembled_from;
template <template <class...> class Assembled, class... Policies>
struct assembled_from<Assembled, policy_list<Policies...>> {
  using type = Assembled<Policies...>;
};

/// A named set of policies, any of which a user may replace.
template <class... Base>
struct preset {
  /// The pool of these policies; each of `Changes` replaces the policy of its axis, or is added.
  template <class... Changes>
  using with = typename assembled_from<pool, typename changed<policy_list<Changes...>, policy_list<>, Base...>::type>::type;

  /// The same for another template over policies.
  template <template <class...> class Assembled, class... Changes>
  using in = typename assembled_from<Assembled, typename changed<policy_list<Changes...>, policy_list<>, Base...>::type>::type;
};

}  // namespace weir::presets

#endif
