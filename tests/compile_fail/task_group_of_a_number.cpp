// SPDX-License-Identifier: Apache-2.0
// expect: weir: a task_group is made for a pool, which has the workers: weir::task_group g\(pool\)
#include <weir/task_group.hpp>

weir::task_group g(8);
