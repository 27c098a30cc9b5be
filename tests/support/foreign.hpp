// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_SUPPORT_FOREIGN_HPP
#define WEIR_TESTS_SUPPORT_FOREIGN_HPP

#include <coroutine>
#include <exception>
#include <thread>

namespace weir::tests {

// Volatile: clang++ takes the thread to be the same after a co_await, and sees through a function that only asks for it.
inline std::thread::id (*volatile here)() noexcept = std::this_thread::get_id;

/// A coroutine type of another library, which runs at once.
struct foreign {
  struct promise_type {
    foreign get_return_object() noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }
  };
};

}  // namespace weir::tests

#endif
