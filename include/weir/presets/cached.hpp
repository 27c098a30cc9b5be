// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PRESETS_CACHED_HPP
#define WEIR_PRESETS_CACHED_HPP

#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/lifo.hpp>
#include <weir/presets/preset.hpp>

#include <concepts>

namespace weir::presets {

/// A thread for every task; idle ones are reused, and retire after options::idle_after: Java's newCachedThreadPool. Without a capacity
/// there is no limit, except with growth::prestart, where it is the number of cores as elsewhere. With a capacity, submitters wait for a
/// worker. Further policies replace those of the same axis.
template <class... Changes>
class cached : public preset<queue::none, workers::lifo, blocking::wait, expiry::after_idle>::with<Changes...> {
  using base = preset<queue::none, workers::lifo, blocking::wait, expiry::after_idle>::with<Changes...>;

 public:
  /// As for every pool.
  explicit cached(options o = {}) : base(unlimited(o)) {}
  template <std::integral Number>
  explicit cached(Number n) : base(n) {}

 private:
  static const options& unlimited(options& o) noexcept {
    constexpr bool starts_all_at_once = base::config_type::growth::at_start(2) != 0;
    if (o.capacity == 0 && !starts_all_at_once) o.capacity = base::config_type::most_workers;
    return o;
  }
};

}  // namespace weir::presets

#endif
