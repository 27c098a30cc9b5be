// SPDX-License-Identifier: Apache-2.0
// How many tasks wait, what a full pool does and what a throwing task does to the program are settings.
#include <weir/policies/blocking/any.hpp>
#include <weir/policies/panic/any.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <latch>
#include <stdexcept>
#include <string_view>

using configured_pool = weir::pool<weir::blocking::any, weir::panic::any, weir::queue::bounded<>>;

int main() {
  const std::string_view when_full = "discard_newest";  // lines of a file, say
  const std::string_view when_a_task_throws = "rethrow_at_wait";
  configured_pool p{{.capacity = 1,
                     .queue_limit = 1,
                     .blocking = weir::blocking_choice_named(when_full),
                     .panic = weir::panic_choice_named(when_a_task_throws)}};

  std::latch begun(1);
  std::latch go(1);
  const auto busy = [&] {
    begun.count_down();
    go.wait();
  };
  if (p.post(busy) != weir::post_result::accepted) return 1;
  begun.wait();
  if (p.post([] { throw std::runtime_error("the tap drips"); }) != weir::post_result::accepted) return 1;
  const bool dropped = p.post([] {}) == weir::post_result::discarded;
  go.count_down();
  try {
    p.wait_idle();
  } catch (const std::runtime_error&) {
    return dropped ? 0 : 1;
  }
  return 1;
}
