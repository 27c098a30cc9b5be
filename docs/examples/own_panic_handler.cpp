// SPDX-License-Identifier: Apache-2.0
// A handler for what tasks throw. It runs on the worker's thread, with no lock held, and may run on several at once.
#include <weir/from_here.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>

#include <cstdio>
#include <cstdlib>
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

struct to_both_logs {
  void operator()(const std::exception_ptr& what, const weir::failed_task& task) const {
    const weir::platform::where* place = task.posted_with.posted_at();
    if (place != nullptr) std::printf("a task that %s posted failed\n", place->function);
    task.report(what);
  }
};

void answered(weir::post_result r) {
  if (r != weir::post_result::accepted) std::abort();
}

void drips() { throw std::runtime_error("the tap drips"); }

int main() {
  {
    weir::pool<weir::panic::call<to_the_log>> p;
    answered(p.post(drips));
  }
  weir::pool<weir::panic::call<to_both_logs>> p{{.name = "rpc"}};
  answered(p.post(drips, weir::from_here()));
}
