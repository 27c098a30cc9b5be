// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_DETACHED_HPP
#define WEIR_ENGINE_DETACHED_HPP

#include <weir/coroutine.hpp>

#include <coroutine>
#include <exception>

namespace weir::engine {

/// A coroutine that begins with its call and goes at its end, by itself. It waits as part of what the light worker does whose turn it is, and
/// must have given that worker on when it ends.
template <class P>
struct detached {
  struct promise_type : coroutine_promise<P> {
    detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }  // there is nobody to tell
  };
};

}  // namespace weir::engine

#endif
