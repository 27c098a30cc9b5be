// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_UNRELIABLE_THREADS_HPP
#define TESTS_SUPPORT_UNRELIABLE_THREADS_HPP

#include <weir/platform/native.hpp>

#include <functional>
#include <mutex>
#include <system_error>
#include <utility>

namespace weir::tests {

/// The native platform on a system that may refuse threads.
struct unreliable_threads : platform::native {
  /// Asked before each thread is started; false refuses it. Set before the pool and reset after it. Null: never refuses.
  static inline std::function<bool()> grants;

  class thread : public native::thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, platform::where w = platform::where::current())
        : native::thread(asked(std::move(f)), traits, w) {}

   private:
    template <class F>
    static F asked(F f) {
      if (grants && !grants()) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      return f;
    }
  };

  /// Decides for the scope it lives in.
  struct scope {
    explicit scope(std::function<bool()> decide) { grants = std::move(decide); }
    ~scope() { grants = nullptr; }
    scope(const scope&) = delete;
    scope& operator=(const scope&) = delete;
  };
};

}  // namespace weir::tests

#endif
