// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_ANTS_KINDS_HPP
#define TESTS_RIVALS_ANTS_KINDS_HPP

#include <weir/presets/ants.hpp>
#include <weir/presets/ants_light.hpp>
#include <weir/presets/ants_prealloc.hpp>
#include <weir/presets/ants_with_func.hpp>

#include "tests/rivals/stage.hpp"
#include "tests/rivals/waits.hpp"

#include <algorithm>
#include <any>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace weir::rivals {

// The kinds of pools that ants has, behind the same two functions.

constexpr unsigned no_limit_at_all = std::numeric_limits<unsigned>::max();
constexpr unsigned places = 1000;  // of the preallocated ones

/// Pool.
struct plain {
  static constexpr const char* name = "plain";
  static constexpr unsigned no_limit = no_limit_at_all;
  template <class Stage>
  using tasks = blocking_tasks<Stage>;
  static constexpr auto late = 0ns;  // how late a worker may leave
  template <class... Policies>
  using pool = presets::ants<Policies...>;
  static const options& fitted(const options& o) { return o; }
  template <class... Policies>
  static auto make(const options& o) {
    return pool<Policies...>(fitted(o));
  }
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(std::move(f));
  }
};
struct plain_prealloc : plain {
  static constexpr const char* name = "plain_prealloc";
  static constexpr unsigned no_limit = places;
  template <class... Policies>
  static auto make(const options& o) {
    return presets::ants_prealloc<places, Policies...>(o);
  }
};

/// The light twin of Pool. Two threads carry all its tasks, which are coroutines.
struct light : plain {
  static constexpr const char* name = "light";
  template <class Stage>
  using tasks = waiting_tasks<Stage>;
  static constexpr auto late = 66us;
  template <class... Policies>
  using pool = presets::ants_light<Policies...>;
  static options fitted(options o) {
    o.carriers = 2;
    return o;
  }
  template <class... Policies>
  static auto make(const options& o) {
    return pool<Policies...>(fitted(o));
  }
};
/// The same with the tasks of Pool, which block: it has a carrier for each.
struct light_blocked : light {
  static constexpr const char* name = "light_blocked";
  template <class Stage>
  using tasks = blocking_tasks<Stage>;
  static options fitted(options o) {
    o.carriers = std::min(o.capacity, 200U);
    return o;
  }
  template <class... Policies>
  static auto make(const options& o) {
    return pool<Policies...>(fitted(o));
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

/// A kind of pool on a stage.
template <class Stage, class Kind>
struct cast : Stage, Kind, Kind::template tasks<Stage> {};

struct cast_name {
  template <class Cast>
  static std::string GetName(int) {
    return std::string(Cast::name) + (std::is_base_of_v<in_a_world, Cast> ? "_in_a_world" : "_on_threads");
  }
};

template <class Stage, class... Kinds>
using each = testing::Types<cast<Stage, Kinds>..., cast<in_a_world, Kinds>...>;

using every_kind = each<on_threads, plain, light, light_blocked, plain_prealloc, with_func, with_func_prealloc, generic, generic_prealloc>;
using every_kind_timed = each<on_a_set_clock, plain, light, light_blocked, plain_prealloc, with_func, with_func_prealloc, generic, generic_prealloc>;

using every_plain_kind_in_a_world = testing::Types<cast<in_a_world, plain>, cast<in_a_world, light>, cast<in_a_world, light_blocked>>;

}  // namespace weir::rivals

#endif
