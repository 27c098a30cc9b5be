// SPDX-License-Identifier: Apache-2.0
// expect: weir: PlatformPolicy must provide `class thread`, made from a callable and a weir::platform::thread_traits; see docs/concepts/platform_policy\.md
#include <weir/pool.hpp>

struct anonymous : weir::platform::native {
  struct thread {
    thread() = default;
    template <class F>
    explicit thread(F f);
    bool joinable() const;
    void join();
  };
};

weir::pool<anonymous> p;
