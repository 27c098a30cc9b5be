// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_CONCEPTS_PANIC_CHOICE_HPP
#define WEIR_CONCEPTS_PANIC_CHOICE_HPP

#include <stdexcept>
#include <string>
#include <string_view>

namespace weir {

/// Which of the shipped policies panic::any follows; options::panic says so.
enum class panic_choice : unsigned char { terminate, log_and_continue, rethrow_at_wait, ignore };

/// The choice of that name, for programs that are configured by a file. Throws std::invalid_argument, with the names, if there is none.
[[nodiscard]] inline panic_choice panic_choice_named(std::string_view name) {
  if (name == "terminate") return panic_choice::terminate;
  if (name == "log_and_continue") return panic_choice::log_and_continue;
  if (name == "rethrow_at_wait") return panic_choice::rethrow_at_wait;
  if (name == "ignore") return panic_choice::ignore;
  throw std::invalid_argument("weir: panic::any has no choice '" + std::string(name) +
                              "'; it has terminate, log_and_continue, rethrow_at_wait and ignore");
}

}  // namespace weir

#endif
