// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_THREAD_HPP
#define WEIR_VERIFY_ENGINES_THREAD_HPP

#include <weir/platform/thread_traits.hpp>
#include <weir/verify/engines/either.hpp>
#include <weir/verify/graphs/thread.hpp>
#include <weir/verify/relacy/thread.hpp>

#include <utility>

namespace weir::verify::engines {

using platform::where;

/// A thread of the engine that runs; the other one is empty.
class thread {
 public:
  thread() noexcept = default;
  template <class F>
  explicit thread(F f, const platform::thread_traits& traits = {}, where at = where::current()) {
    if (by_graphs())
      graphs_ = execution::thread(std::move(f), traits, at);
    else
      relacy_ = checker::thread(std::move(f), traits, at);
  }

  [[nodiscard]] bool joinable() const noexcept { return relacy_.joinable() || graphs_.joinable(); }
  void join(where at = where::current()) {
    if (by_graphs())
      graphs_.join(at);
    else
      relacy_.join(at);
  }

 private:
  checker::thread relacy_;
  execution::thread graphs_;
};

}  // namespace weir::verify::engines

#endif
