// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_THREAD_HPP
#define WEIR_VERIFY_GRAPHS_THREAD_HPP

#include <weir/platform/thread_traits.hpp>
#include <weir/verify/graphs/clock.hpp>
#include <weir/verify/graphs/replay.hpp>

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace weir::verify::execution {

/// A thread that another one has started.
class thread {
 public:
  thread() noexcept = default;

  /// Throws std::system_error where it is chosen that the thread is refused.
  template <class F>
  explicit thread(F f, const platform::thread_traits& = {}, platform::where at = platform::where::current()) {
    if (the_luck.spawn_faults != 0 && the_replay->choose(2, luck::refusal, at) != 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "checked thread");
    auto mine = std::make_unique<F>(std::move(f));
    number_ = the_replay->start(
        [](void* function) {
          const std::unique_ptr<F> mine(static_cast<F*>(function));
          (*mine)();
        },
        mine.get(), at);
    static_cast<void>(mine.release());
  }
  thread(thread&& other) noexcept : number_(std::exchange(other.number_, std::nullopt)) {}
  thread& operator=(thread&& other) noexcept {
    require_joined();
    number_ = std::exchange(other.number_, std::nullopt);
    return *this;
  }
  ~thread() { require_joined(); }

  [[nodiscard]] bool joinable() const noexcept { return number_.has_value(); }

  void join(platform::where at = platform::where::current()) {
    if (!number_) the_replay->fail(fault::kind::claim, "a thread that is not joinable was joined", at);
    the_replay->join(*number_, at);
    number_.reset();
  }

 private:
  void require_joined() const {
    if (number_)
      the_replay->fail(fault::kind::claim, "a thread was destroyed or overwritten without being joined", platform::where::current());
  }

  std::optional<unsigned> number_;
};

}  // namespace weir::verify::execution

#endif
