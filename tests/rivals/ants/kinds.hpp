// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_ANTS_KINDS_HPP
#define TESTS_RIVALS_ANTS_KINDS_HPP

#include <weir/presets/ants.hpp>
#include <weir/presets/ants_light.hpp>
#include <weir/presets/ants_prealloc.hpp>
#include <weir/presets/ants_with_func.hpp>

#include "tests/rivals/twins.hpp"

#include <any>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace weir::rivals {

// The kinds of pools that ants has, behind the same two functions.

constexpr unsigned no_limit_at_all = std::numeric_limits<unsigned>::max();
constexpr unsigned places = 1000;  // of the preallocated ones

/// Pool, and its light twin in two kinds.
struct plain : kind<presets::ants, own_threads> {
  static constexpr unsigned no_limit = no_limit_at_all;
};
struct light : kind<presets::ants_light, two_carriers> {
  static constexpr unsigned no_limit = no_limit_at_all;
};
struct light_blocked : kind<presets::ants_light, a_carrier_each> {
  static constexpr unsigned no_limit = no_limit_at_all;
};

struct plain_prealloc : plain {
  static constexpr const char* name = "plain_prealloc";
  static constexpr unsigned no_limit = places;
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_prealloc<places, Policies...>(o);
  }
};

/// PoolWithFunc: the argument may be anything; here it is what to do.
struct with_func : plain {
  static constexpr const char* name = "with_func";
  struct function {
    void operator()(std::any what) const { std::any_cast<std::function<void()>&>(what)(); }
  };
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_with_func<function, std::any, Policies...>(function(), o);
  }
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(std::any(std::function<void()>(std::move(f))));
  }
};
struct with_func_prealloc : with_func {
  static constexpr const char* name = "with_func_prealloc";
  static constexpr unsigned no_limit = places;
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_prealloc_with_func<places, function, std::any, Policies...>(function(), o);
  }
};

/// PoolWithFuncGeneric: the argument has a type.
struct generic : plain {
  static constexpr const char* name = "generic";
  struct function {
    void operator()(const std::function<void()>& what) const { what(); }
  };
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_with_func<function, std::function<void()>, Policies...>(function(), o);
  }
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(std::function<void()>(std::move(f)));
  }
};
struct generic_prealloc : generic {
  static constexpr const char* name = "generic_prealloc";
  static constexpr unsigned no_limit = places;
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_prealloc_with_func<places, function, std::function<void()>, Policies...>(function(), o);
  }
};

using every_kind = each<on_threads, plain, light, light_blocked, plain_prealloc, with_func, with_func_prealloc, generic, generic_prealloc>;
using every_kind_timed =
    each<on_a_set_clock, plain, light, light_blocked, plain_prealloc, with_func, with_func_prealloc, generic, generic_prealloc>;

using every_plain_kind_in_a_world = testing::Types<cast<in_a_world, plain>, cast<in_a_world, light>, cast<in_a_world, light_blocked>>;

}  // namespace weir::rivals

#endif
