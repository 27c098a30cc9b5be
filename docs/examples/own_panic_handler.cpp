// SPDX-License-Identifier: Apache-2.0
// A handler for what tasks throw. It runs on the worker's thread, with no lock held, and may run on several at once.
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>

#include <cstdio>
#include <exception>
#include <stdexcept>

struct to_the_log {
  void operator()(std::exception_ptr what) const {
    try {
      std::rethrow_exception(what);
    } catch (const std::exception& e) {
      std::printf("a task failed: %s\n", e.what());
    }
  }
};

int main() {
  weir::pool<weir::panic::call<to_the_log>> p;
  return p.post([] { throw std::runtime_error("disk full"); }) == weir::post_result::accepted ? 0 : 1;
}
