// SPDX-License-Identifier: Apache-2.0
// expect first: weir: what a weir::task runs must be callable without arguments; put them into a lambda: weir::task\(\[=\] \{ f\(x\); \}\)
#include <weir/task.hpp>

weir::task t([](int) {});
