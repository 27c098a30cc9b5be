// SPDX-License-Identifier: Apache-2.0
// expect: weir: panic::call<Handler> needs a Handler with `Handler\(\)` and `void operator\(\)\(std::exception_ptr\)`, or also with a `const
// weir::context_view&` or a `const weir::failed_task&`; see docs/policies/panic\.md
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>

struct handler {
  explicit handler(int) {}
  void operator()(std::exception_ptr) {}
};

weir::pool<weir::panic::call<handler>> p;
