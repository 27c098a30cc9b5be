// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_PRESET_HPP
#define WEIR_PRESETS_PRESET_HPP

#include <weir/options.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/pool.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

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

/// What Pool's policies can serve of these values. growth::prestart starts the whole capacity at once, so it gets no more than weir::processors().
template <class Pool>
[[nodiscard]] options fitted(options o) {
  if constexpr (requires { typename Pool::config_type; }) {
    using config = typename Pool::config_type;
    o.capacity = platform::smaller_of(o.capacity, config::most_workers);
    if (o.capacity != 0 && config::growth::at_start(o.capacity) != 0)
      o.capacity = platform::smaller_of(o.capacity, config::platform::hardware_concurrency());
  }
  return o;
}

/// A pool with the policies of a preset, and with its original's values where the options leave something out.
template <class Values, class Pool>
class preset_pool : public Pool {
 public:
  /// The options that the original has where its user gives none: a capacity, times. An object of this type takes them for what its own options
  /// leave out, so `X p;` is `X p(X::defaults());`.
  [[nodiscard]] static options defaults() { return fitted<Pool>(Values::defaults()); }

  /// As for every pool.
  explicit preset_pool(const options& o = {}) : Pool(with_defaults(o, defaults())) {}
  template <std::integral Number>
  explicit preset_pool(Number n) : Pool(n) {}
};

/// The same for a pool of one function.
template <class Values, class Pool>
class preset_function_pool : public Pool {
 public:
  /// As preset_pool::defaults().
  [[nodiscard]] static options defaults() { return fitted<Pool>(Values::defaults()); }

  /// As for every function_pool.
  explicit preset_function_pool(typename Pool::function_type f, const options& o = {}) : Pool(std::move(f), with_defaults(o, defaults())) {}
};

/// A named set of policies, any of which a user may replace, and of values. `Values::defaults()` gives the options of the original.
template <class Values, class... Base>
struct preset {
  /// The pool of these policies; each of `Changes` replaces the policy of its axis, or is added.
  template <class... Changes>
  using with =
      preset_pool<Values, typename assembled_from<pool, typename changed<policy_list<Changes...>, policy_list<>, Base...>::type>::type>;

  /// The same for another template over policies, of pools of one function.
  template <template <class...> class Assembled, class... Changes>
  using in = preset_function_pool<
      Values, typename assembled_from<Assembled, typename changed<policy_list<Changes...>, policy_list<>, Base...>::type>::type>;
};

/// For presets without an original's values: the capacity is weir::processors(), and the times are those of weir::options.
struct no_values {
  [[nodiscard]] static options defaults() { return {}; }
};

}  // namespace weir::presets

#endif
