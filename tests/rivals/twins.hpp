// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_RIVALS_TWINS_HPP
#define TESTS_RIVALS_TWINS_HPP

#include <weir/options.hpp>
#include <weir/post_result.hpp>

#include "tests/rivals/stage.hpp"
#include "tests/rivals/waits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

namespace weir::rivals {

// A rival's preset, and its light twin in two kinds, behind the same functions. What differs between the twins:

/// Each worker is a thread.
struct own_threads {
  static constexpr const char* name = "plain";
  template <class Stage>
  using tasks = blocking_tasks<Stage>;
  static constexpr auto late = 0ns;  // how late a worker may leave
  static constexpr bool leaves_no_thread = true;
  static const options& fitted(const options& o) { return o; }
};
/// Workers are light, tasks that wait are coroutines, and two threads carry all of them.
struct two_carriers {
  static constexpr const char* name = "light";
  template <class Stage>
  using tasks = waiting_tasks<Stage>;
  static constexpr auto late = 66us;
  static constexpr bool leaves_no_thread = false;  // the carriers live as long as the pool
  static options fitted(options o) {
    o.carriers = 2;
    return o;
  }
};
/// Workers are light, and tasks block as on threads of their own: there is a carrier for each, and for some that a resize may add.
struct a_carrier_each : two_carriers {
  static constexpr const char* name = "light_blocked";
  template <class Stage>
  using tasks = blocking_tasks<Stage>;
  static options fitted(options o) {
    o.carriers = std::clamp(o.capacity, 4U, 200U);
    return o;
  }
};

/// A preset in one of these ways.
template <template <class...> class Preset, class Way>
struct kind : Way {
  template <class... Policies>
  using pool = Preset<Policies...>;
  template <class... Policies>
  static auto make(const options& o) {
    return pool<Policies...>(Way::fitted(o));
  }
  template <class Pool, class F>
  static post_result give(Pool& p, F f) {
    return p.post(std::move(f));
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

/// A preset and its light twin, on a stage and in simulated worlds.
template <class Stage, template <class...> class Preset, template <class...> class Light>
using twins = each<Stage, kind<Preset, own_threads>, kind<Light, two_carriers>, kind<Light, a_carrier_each>>;

}  // namespace weir::rivals

#endif
