// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONTEXT_HPP
#define WEIR_CONTEXT_HPP

#include <utility>

namespace weir {

/// A value that travels with a task: `pool.post(f, weir::context(request_id))`. The task reads it by weir::this_task::context<T>(), and so does the
/// handler of panic::call. It is destroyed with the task.
template <class T>
struct context {
  explicit context(T v) : value(std::move(v)) {}
  T value;
};

}  // namespace weir

#endif
