// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `template <class T> class atomic` with explicit orders, made from `\{\}`; see docs/concepts/platform_policy\.md
#include <weir/pool.hpp>

// Made from nothing, but not from `{}`: the constructor is explicit.
struct valued : weir::platform::native {
  template <class T>
  struct atomic : weir::platform::native::atomic<T> {
    explicit atomic(T value = T()) noexcept : weir::platform::native::atomic<T>(value) {}
  };
};

weir::pool<valued> p;
