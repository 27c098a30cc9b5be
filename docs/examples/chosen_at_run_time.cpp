// SPDX-License-Identifier: Apache-2.0
// What a throwing task does to the program is a setting.
#include <weir/policies/panic/any.hpp>
#include <weir/pool.hpp>

#include <stdexcept>
#include <string_view>

int main() {
  const std::string_view setting = "rethrow_at_wait";  // a line of a file, say
  weir::pool<weir::panic::any> configured{{.capacity = 2, .panic = weir::panic_choice_named(setting)}};

  if (configured.post([] { throw std::runtime_error("the tap drips"); }) != weir::post_result::accepted) return 1;
  try {
    configured.wait_idle();
  } catch (const std::runtime_error&) {
    return 0;
  }
  return 1;
}
