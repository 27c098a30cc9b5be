// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GENMC_THREAD_HPP
#define WEIR_VERIFY_GENMC_THREAD_HPP

#include <weir/platform/thread_traits.hpp>
#include <weir/verify/genmc/verifier.hpp>

#include <memory>
#include <utility>

namespace weir::verify::under_genmc {

/// A thread of GenMC's. Only the first thread of the program may start others: GenMC 0.11 does not end otherwise.
class thread {
 public:
  thread() noexcept = default;
  template <class F>
  explicit thread(F f, const platform::thread_traits& = {}) {
    auto body = std::make_unique<F>(std::move(f));
    const auto run = [](void* argument) -> void* {
      const std::unique_ptr<F> mine(static_cast<F*>(argument));
      (*mine)();
      return nullptr;
    };
    number_ = __VERIFIER_thread_create(nullptr, run, body.release());
  }
  thread(thread&& other) noexcept : number_(std::exchange(other.number_, none)) {}
  thread& operator=(thread&& other) noexcept {
    number_ = std::exchange(other.number_, none);
    return *this;
  }

  [[nodiscard]] bool joinable() const noexcept { return number_ != none; }
  void join() noexcept { __VERIFIER_thread_join(std::exchange(number_, none)); }

 private:
  static constexpr long none = -1;
  long number_ = none;
};

}  // namespace weir::verify::under_genmc

#endif
