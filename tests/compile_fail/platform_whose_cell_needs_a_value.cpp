// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `template <class T> class cell` with read\(\) and write\(\), made from `\{\}`; see
// docs/concepts/platform_policy\.md
#include <weir/pool.hpp>

// Made from nothing, but not from `{}`: the constructor is explicit.
struct valued : weir::platform::native {
  template <class T>
  struct cell : weir::platform::native::cell<T> {
    explicit cell(T value = T()) noexcept : weir::platform::native::cell<T>(value) {}
  };
};

weir::pool<valued> p;
