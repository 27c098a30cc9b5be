// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_RELACY_THREAD_HPP
#define WEIR_VERIFY_RELACY_THREAD_HPP

#include <weir/platform/thread_traits.hpp>
#include <weir/verify/relacy/world.hpp>

#include <exception>
#include <memory>
#include <system_error>
#include <utility>

namespace weir::verify::checker {

/// Runs what a checked thread runs, and turns an exception that leaves it into a failure.
template <class F>
void run_to_the_end(F&& f, where at) {
  try {
    std::forward<F>(f)();
  } catch (const std::exception& e) {
    std::snprintf(the_world.reason, sizeof the_world.reason, "an exception left a thread's function: %s", e.what());
    fail(rl::test_result_user_assert_failed, the_world.reason, at);
  } catch (...) {
    fail(rl::test_result_user_assert_failed, "an exception left a thread's function", at);
  }
}

class thread {
 public:
  thread() noexcept = default;

  /// Throws std::system_error when the scheduler spends one of the execution's spawn faults here.
  template <class F>
  explicit thread(F f, const platform::thread_traits& = {}, where at = where::current()) {
    rl::context& c = rl::ctx();
    if (the_world.left.spawn_faults != 0 && strikes(c, 2)) {
      --the_world.left.spawn_faults;
      if (c.collecting_history()) record(c, at, nullptr, "thread creation fails");
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "checked thread");
    }
    struct start {
      F function;
      where at;
      static void* run(void* self) {
        std::unique_ptr<start> mine(static_cast<start*>(self));
        run_to_the_end(mine->function, mine->at);
        return nullptr;
      }
    };
    auto mine = std::make_unique<start>(start{std::move(f), at});
    handle_ = c.create_thread(&start::run, mine.get());
    static_cast<void>(mine.release());
    if (c.collecting_history()) record(c, at, handle_, "thread created");
  }
  thread(thread&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  thread& operator=(thread&& other) noexcept {
    require_joined();
    handle_ = std::exchange(other.handle_, nullptr);
    return *this;
  }
  ~thread() { require_joined(); }

  [[nodiscard]] bool joinable() const noexcept { return handle_ != nullptr; }

  void join(where at = where::current()) {
    if (handle_ == nullptr) fail(rl::test_result_user_assert_failed, "a thread that is not joinable was joined", at);
    rl::context& c = rl::ctx();
    if (c.collecting_history()) record(c, at, handle_, "join");
    handle_->wait(false, false, info(at));
    handle_ = nullptr;
  }

 private:
  void require_joined() const {
    if (handle_ != nullptr)
      fail(rl::test_result_user_assert_failed, "a thread was destroyed or overwritten without being joined", where::current());
  }

  rl::win_waitable_object* handle_ = nullptr;
};

}  // namespace weir::verify::checker

#endif
