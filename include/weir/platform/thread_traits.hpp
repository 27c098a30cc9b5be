// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_THREAD_TRAITS_HPP
#define WEIR_PLATFORM_THREAD_TRAITS_HPP

#include <cstddef>
#include <string>

namespace weir::platform {

/// Requested properties of a thread; those that the system does not support have no effect.
struct thread_traits {
  std::string name;            ///< shown by debuggers and top; Linux keeps the first 15 characters. Empty: the process's
  std::size_t stack_size = 0;  ///< in bytes; 0: the system's default
  int processor = -1;          ///< the only one it may run on; -1: any
};

}  // namespace weir::platform

#endif
